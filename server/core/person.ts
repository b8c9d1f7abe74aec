/** Personal text under a person's own key: AES-256-GCM, `v1.` and base64url of nonce, ciphertext and tag. Safe in events and rows. */
export type Sealed = string & { readonly sealed: unique symbol };
