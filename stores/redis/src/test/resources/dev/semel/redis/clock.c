// SPDX-License-Identifier: Apache-2.0
//
// Gives one process another wall clock: it is loaded before the C library, and adds what a file says, in milliseconds, to whatever
// the kernel's clock shows. The file is mapped, so that a test moves the clock of a running server by writing eight bytes. The
// monotonic clock is left alone, as it is when an operator sets a server's clock.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;

__attribute__((constructor)) static void open_offset(void) {
    const char *path = getenv("SEMEL_CLOCK_OFFSET");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) {
        abort();
    }
    void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
        abort();
    }
    offset = mapped;
}

// Straight from the kernel: the C library's own function is the one that is replaced here.
static int64_t shown_nanos(clockid_t clock) {
    struct timespec real;
    syscall(SYS_clock_gettime, clock, &real);
    return (real.tv_sec * 1000 + (offset ? *offset : 0)) * 1000000 + real.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) {
        return (int)syscall(SYS_clock_gettime, clock, out);
    }
    int64_t nanos = shown_nanos(clock);
    out->tv_sec = nanos / 1000000000;
    out->tv_nsec = nanos % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    int64_t nanos = shown_nanos(CLOCK_REALTIME);
    out->tv_sec = nanos / 1000000000;
    out->tv_usec = nanos % 1000000000 / 1000;
    return 0;
}

time_t time(time_t *out) {
    time_t seconds = shown_nanos(CLOCK_REALTIME) / 1000000000;
    if (out) {
        *out = seconds;
    }
    return seconds;
}
