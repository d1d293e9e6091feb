// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.io.Serial;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.SecretKeyFactorySpi;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rounds of PBKDF2 that anybody in this process asks for, and lets the platform do them. The work of a check is counted
 * like this, since what it takes of time depends on who else uses the machine.
 */
final class CountedRounds extends Provider implements AutoCloseable {

    @Serial
    private static final long serialVersionUID = 1;

    private static final String ALGORITHM = "PBKDF2WithHmacSHA256";

    private final AtomicLong rounds = new AtomicLong();
    private final Provider platform;

    CountedRounds() throws GeneralSecurityException {
        super("semel-counted-rounds", "1", "counts rounds of PBKDF2");
        platform = SecretKeyFactory.getInstance(ALGORITHM).getProvider();
        putService(new Service(this, "SecretKeyFactory", ALGORITHM, Counting.class.getName(), List.of(), Map.of()) {
            @Override
            public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
                return new Counting(SecretKeyFactory.getInstance(ALGORITHM, platform), rounds);
            }
        });
        Security.insertProviderAt(this, 1);
    }

    /** How many rounds somebody asks for while this runs. */
    long of(Runnable work) {
        long before = rounds.get();
        work.run();
        return rounds.get() - before;
    }

    @Override
    public void close() {
        Security.removeProvider(getName());
    }

    private static final class Counting extends SecretKeyFactorySpi {

        private final SecretKeyFactory platform;
        private final AtomicLong rounds;

        Counting(SecretKeyFactory platform, AtomicLong rounds) {
            this.platform = platform;
            this.rounds = rounds;
        }

        @Override
        protected SecretKey engineGenerateSecret(KeySpec spec) throws InvalidKeySpecException {
            rounds.addAndGet(((PBEKeySpec) spec).getIterationCount());
            return platform.generateSecret(spec);
        }

        @Override
        protected KeySpec engineGetKeySpec(SecretKey key, Class<?> type) throws InvalidKeySpecException {
            return platform.getKeySpec(key, type);
        }

        @Override
        protected SecretKey engineTranslateKey(SecretKey key) throws InvalidKeyException {
            return platform.translateKey(key);
        }
    }
}
