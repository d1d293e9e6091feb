// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Fingerprint;
import java.security.MessageDigest;

/** Makes a request's fingerprint while its body comes in. Used by one thread at a time. */
interface BodyDigest {

    /** The next bytes, which are not in the body yet. */
    void take(byte[] bytes, int from, int length, BodyBuffer soFar);

    /** The body is complete. */
    Fingerprint finish(BodyBuffer body);

    /** The digest for a request, as its policy and its media type ask for. */
    static BodyDigest of(RequestHead head, HttpPolicy policy) {
        if (policy.issuesKeys()) {
            return new SessionDigest();
        }
        String contentType = MediaType.header(head);
        String mediaType = MediaType.essence(contentType);
        MessageDigest sha = RequestDigest.begin(head, mediaType);
        if (!(policy.fingerprint() instanceof BodyFingerprint.Raw) && MediaType.isJson(mediaType)) {
            return new JsonDigest(sha, policy.pointers());
        }
        String boundary = mediaType.startsWith("multipart/") ? MediaType.boundary(contentType) : null;
        return boundary == null ? new RawDigest(sha) : new MultipartDigest(sha, boundary);
    }
}
