import type { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import { SIGNATURE } from './names.ts'
import { childOf, elementsOf, isNamed, listElements, parse } from './xml.ts'

/** The supported algorithms. SHA-1, HMAC and transforms that could omit something are not among them. */
const SIGNATURES = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]
const DIGESTS = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
const TRANSFORMS = [
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]

/**
 * The element as signed by one of the certificates, parsed again from the very bytes that were signed: everything
 * else in the document is ignored.
 */
export function readSigned(
  xml: string,
  element: Element,
  certificates: readonly X509Certificate[],
): Element {
  const signature = childOf(element, [SIGNATURE, 'Signature'])
  if (!signature) throw new Error(`the ${element.localName} is not signed`)
  requireShape(signature)
  const what = `the signature of the ${element.localName}`
  requireAlgorithms(signature, what)
  for (const certificate of certificates) {
    const signed = check(xml, signature, certificate)
    if (signed) return find(element, signed)
  }
  throw new Error(
    `${what} is not accepted: another certificate signed it, or it was changed afterwards`,
  )
}

/**
 * Everything that verifies it comes first in it, and once. One thing is signed: what each reference names is
 * digested before the signature is verified, and so many of them would keep the process busy.
 */
function requireShape(signature: Element): void {
  const [info] = elementsOf(signature)
  const references = info ? elementsOf(info).filter(isReference) : []
  const transforms = references.flatMap(elementsOf).flatMap(elementsOf)
  const isFit =
    /^SignedInfo,SignatureValue(,KeyInfo)?$/.test(namesIn(signature)) &&
    info !== undefined &&
    /^CanonicalizationMethod,SignatureMethod,Reference$/.test(namesIn(info)) &&
    references.every((each) => namesIn(each) === 'Transforms,DigestMethod,DigestValue') &&
    transforms.length <= TRANSFORMS.length
  if (!isFit) throw new Error('the signature contains what does not belong there')
}

const METHODS: Record<string, readonly string[]> = {
  CanonicalizationMethod: TRANSFORMS,
  SignatureMethod: SIGNATURES,
  DigestMethod: DIGESTS,
  Transform: TRANSFORMS,
}

/** The names are text that anybody may have written, so the error does not repeat them. */
function requireAlgorithms(signature: Element, what: string): void {
  const isAccepted = listElements(signature).every((each) => {
    const known = METHODS[each.localName ?? '']
    return !known || known.includes(each.getAttribute('Algorithm') ?? '')
  })
  if (isAccepted) return
  throw new Error(
    `${what} is not accepted: expected RSA with SHA-256 or SHA-512, and exclusive canonicalization`,
  )
}

const isReference = ({ localName }: Element) => localName === 'Reference'
const namesIn = (parent: Element): string =>
  elementsOf(parent)
    .map(({ localName }) => localName)
    .join()

/** What the certificate signed; undefined if it did not. Keys in the answer are ignored. */
function check(
  xml: string,
  signature: Element,
  certificate: X509Certificate,
): string[] | undefined {
  const signed = new SignedXml({ publicCert: certificate.toString() })
  signed.SignatureAlgorithms = only(SIGNATURES, signed.SignatureAlgorithms)
  signed.HashAlgorithms = only(DIGESTS, signed.HashAlgorithms)
  signed.CanonicalizationAlgorithms = only(TRANSFORMS, signed.CanonicalizationAlgorithms)
  try {
    signed.loadSignature(signature)
    return signed.checkSignature(xml) ? signed.getSignedReferences() : undefined
  } catch {
    return undefined
  }
}

const only = <T>(names: readonly string[], all: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

function find(element: Element, signed: readonly string[]): Element {
  const [text, another] = signed
  const root = text === undefined || another !== undefined ? undefined : parse(text)
  const isSame =
    root !== undefined &&
    isNamed(root, [element.namespaceURI ?? '', element.localName ?? '']) &&
    root.getAttribute('ID') === element.getAttribute('ID')
  if (!isSame) throw new Error('something else was signed')
  return root
}
