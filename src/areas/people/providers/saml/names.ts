/** Names used by SAML 2.0 and XML signatures. */
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'
export const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#'
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

export const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
export const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
