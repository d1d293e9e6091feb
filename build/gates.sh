#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Proves that each gate of the build can fail. Every folder of build/gates becomes a module with core's own POM under a
# copy of the root POM, so that what is proved is the configuration that core is built with. One Maven run builds them all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=target/gates
log=$work/maven.log
failures=0

# fixture | JDK on which the gate stands | what the build must say about it; "sound" is the control that must pass
gates='
sound              | any | SUCCESS
third-party        | any | slf4j-api.* <--- banned via the exclude/include list
divided-dependency | any | Dependency convergence error for org.opentest4j:opentest4j
unformatted        | any | files had format violations
no-licence         | any | files had format violations
no-tests           | any | No tests to run!
null-violation     | 17  | Broken.java:.*\[NullAway\]
unmarked-package   | 17  | Broken.java:.*\[RequireExplicitNullMarking\]
bug-pattern        | 17  | Broken.java:.*\[DeadException\]
compiler-warning   | 17  | Broken.java: warnings found and -Werror specified
'

fixtures() { sed -n 's/^\([a-z-]*\) *|.*/\1/p' <<<"$gates"; }

lay_out() {
    rm -rf "$work"
    mkdir -p "$work"
    awk -v modules="$(fixtures | sed 's|.*|<module>&</module>|' | tr -d '\n')" '
        /<modules>/ { print; print modules; skip = 1 }
        /<\/modules>/ { skip = 0 }
        !skip { print }' pom.xml >"$work/pom.xml"
    local name dependency
    for name in $(fixtures); do
        cp -r "build/gates/$name" "$work/$name"
        dependency=build/gates/$name/dependency.xml
        [ -f "$dependency" ] || dependency=/dev/null
        sed -e "s|<artifactId>semel-core</artifactId>|<artifactId>gate-$name</artifactId>|" \
            -e "s|<name>Semel Core</name>|<name>gate-$name</name>|" \
            -e "/<dependencies>/r $dependency" core/pom.xml >"$work/$name/pom.xml"
    done
}

verdict() { # name, what happened (0 = as expected)
    if [ "$2" -eq 0 ]; then
        echo "  ok      $1"
    else
        echo "  FAILED  $1"
        failures=$((failures + 1))
    fi
}

build_gates() {
    local jdk name stands expected line
    jdk=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
    lay_out
    # Eleven tiny modules: the optimizing compiler would cost more than it gains.
    MAVEN_OPTS="${MAVEN_OPTS:-} -XX:TieredStopAtLevel=1" mvn --fail-at-end -f "$work/pom.xml" test >"$log" 2>&1 || true
    echo "gates of the build (log: $log)"
    while IFS='|' read -r name stands expected; do
        name=${name// /} stands=${stands// /} expected=${expected# }
        if [ -z "$name" ]; then continue; fi
        if [ "$stands" != any ] && [ "$stands" != "$jdk" ]; then
            echo "  off     $name: stands on JDK $stands only, this is $jdk"
            continue
        fi
        line=0
        if [ "$name" = sound ]; then
            grep -q "gate-sound \.* SUCCESS" "$log" || line=1
        else
            { grep -q "gate-$name \.* FAILURE" "$log" && about "$name" | grep -q -- "$expected"; } || line=1
        fi
        verdict "$name" "$line"
    done <<<"$gates"
}

# The lines of the log that speak about one fixture: its own part of the build, and its paragraph in the closing summary.
about() {
    awk -v name="gate-$1" '
        /^\[INFO\] -+< dev.semel:/ { mine = index($0, "dev.semel:" name " >") }
        /^\[INFO\] Reactor Summary/ { mine = 0 }
        /^\[ERROR\] Failed to execute goal/ { mine = index($0, "on project " name ":") }
        mine { print }' "$log"
}

# Same for the report that ends each lane: it has to refuse a lane that ran too little, failed, or died.
report() { # lane, exit code of the build, report file
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$work/report" LaneReport build/gates/report/lanes.properties "$1" "$2" 8 "build/gates/report/$3" >"$work/report.txt" 2>&1
}

refuses() { # name, expected line, lane, exit code, file
    local outcome=0
    if report "$3" "$4" "$5" || ! grep -q -- "$2" "$work/report.txt"; then outcome=1; fi
    verdict "report: $1" "$outcome"
}

report_gates() {
    "${JAVA_HOME:+$JAVA_HOME/bin/}javac" -d "$work/report" build/LaneReport.java
    echo "gates of the lane report"
    local outcome=0
    { report content 0 passed.xml && [ "$(tail -n 1 "$work/report.txt")" = "3 passed, 0 failed, 1 skipped" ]; } || outcome=1
    verdict "report: accepts a lane that ran what it declares" "$outcome"
    outcome=0
    { report slow 0 passed.xml && grep -q "WARNING: lane slow took 8 s, more than the 7 s it should" "$work/report.txt"; } || outcome=1
    verdict "report: warns of a lane that took longer than it should" "$outcome"
    refuses "too few tests of a contract" "OneStoreTest declares at least 4 executed tests, and ran 3" too-few 0 passed.xml
    refuses "a contract that did not run" "OtherStoreTest declares at least 1 executed tests, and ran 0" missing 0 passed.xml
    refuses "too few tests in all" "lane short declares at least 9 executed tests, and ran 3" short 0 passed.xml
    refuses "a lane that declares nothing" "lane silent declares nothing" silent 0 passed.xml
    refuses "a failed test" "1 passed, 1 failed, 0 skipped" content-2 1 failed.xml
    refuses "a failed test, with its message" "^    java.lang.AssertionError: ran twice" content-2 1 failed.xml
    refuses "a failed test, with its place" "^    at dev.semel.gate.OneStoreTest.bad(OneStoreTest.java:7)" content-2 1 failed.xml
    refuses "a build that failed beside the tests" "3 passed, 1 failed, 1 skipped" content 1 passed.xml
    refuses "a test process that died" "is cut off" content-2 0 cut-off.xml
}

build_gates
report_gates
[ "$failures" -eq 0 ] || { echo "$failures gates do not hold"; exit 1; }
