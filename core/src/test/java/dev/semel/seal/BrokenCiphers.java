// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import java.security.AlgorithmParameters;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.CipherSpi;

/** A provider of AES-GCM that breaks in the middle of its work, as one of a device does when the device is away. */
final class BrokenCiphers extends Provider {

    private static final long serialVersionUID = 1;

    /** Why it breaks: the platform makes the ciphers, and tells them nothing. */
    private static volatile Throwable why = new IllegalStateException();

    private BrokenCiphers() {
        super("broken", "1", "breaks");
        put("Cipher.AES/GCM/NoPadding", Breaking.class.getName());
    }

    /** The first one to be asked from now on. */
    static Provider failingWith(Throwable failure) {
        why = failure;
        Provider broken = new BrokenCiphers();
        Security.insertProviderAt(broken, 1);
        return broken;
    }

    static void remove(Provider broken) {
        Security.removeProvider(broken.getName());
    }

    /** Made by the platform. */
    public static final class Breaking extends CipherSpi {

        @Override
        protected void engineSetMode(String mode) {}

        @Override
        protected void engineSetPadding(String padding) {}

        @Override
        protected int engineGetBlockSize() {
            return 16;
        }

        @Override
        protected int engineGetOutputSize(int inputLength) {
            return inputLength;
        }

        @Override
        protected byte[] engineGetIV() {
            return new byte[0];
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random) {}

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random) {}

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {}

        @Override
        protected void engineUpdateAAD(byte[] context, int offset, int length) {}

        @Override
        protected byte[] engineUpdate(byte[] input, int offset, int length) {
            return new byte[0];
        }

        @Override
        protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int at) {
            return 0;
        }

        @Override
        protected byte[] engineDoFinal(byte[] input, int offset, int length) {
            throw broken();
        }

        @Override
        protected int engineDoFinal(byte[] input, int offset, int length, byte[] output, int at) {
            throw broken();
        }

        private static RuntimeException broken() {
            if (why instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) why;
        }
    }
}
