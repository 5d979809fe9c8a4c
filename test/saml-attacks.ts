import { answerTo, type newSigner, type readRequest, type Said, sign } from './saml.ts'

type Begun = ReturnType<typeof readRequest>
type Signer = ReturnType<typeof newSigner>
type Attack = [name: string, problem: string, write: (begun: Begun) => string]
type Parties = { company: Signer & { issuer: string }; stranger: Signer; victim: Said }

const SHA1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
}
const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const signatureIn = (xml: string) => /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)?.[0] ?? ''

/** Answers that must not let anybody in as the victim, and what administrators are told of them. */
export function attacksWith({ company, stranger, victim }: Parties): Attack[] {
  const signed = (begun: Begun, change: (xml: string) => string) =>
    sign(change(answerTo(begun, victim)), company)
  const good = (begun: Begun, said: Said = {}) =>
    sign(answerTo(begun, { ...victim, ...said }), company)
  /** What an attacker has: an answer of the provider about themselves, and what they want it to say. */
  const pair = (begun: Begun) => {
    const own = good(begun, { nameId: 'id-of-eve', id: '_own' })
    const forged = assertionIn(answerTo(begun, { ...victim, id: '_forged' }))
    return { own, real: assertionIn(own), forged }
  }

  return [
    ['nothing signed', 'the Assertion is not signed', (b) => answerTo(b, victim)],
    [
      'only the response signed',
      'the Assertion is not signed',
      (b) => sign(answerTo(b, victim), { ...company, element: 'Response' }),
    ],
    [
      'another certificate',
      'another certificate signed it',
      (b) => sign(answerTo(b, victim), stranger),
    ],
    [
      'a wrong signature around it',
      'the signature of the Response is not accepted',
      (b) => sign(good(b), { ...stranger, element: 'Response' }),
    ],
    [
      'SHA-1 in the signature',
      'expected RSA with SHA-256',
      (b) => sign(answerTo(b, victim), { ...company, signature: SHA1.signature }),
    ],
    [
      'SHA-1 in the digest',
      'expected RSA with SHA-256',
      (b) => sign(answerTo(b, victim), { ...company, digest: SHA1.digest }),
    ],
    [
      'another canonical form',
      'exclusive canonicalization',
      (b) =>
        sign(answerTo(b, victim), {
          ...company,
          canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
        }),
    ],
    [
      'a changed name',
      'it was changed afterwards',
      (b) => good(b, { nameId: 'id-of-eve' }).replace('id-of-eve', 'id-of-ann'),
    ],
    [
      'a forged assertion in front',
      'assertions where none belong',
      (b) => {
        const { own, real, forged } = pair(b)
        return own.replace(real, forged + real)
      },
    ],
    [
      'a forged assertion around the signed one',
      'assertions where none belong',
      (b) => {
        const { own, real, forged } = pair(b)
        const advice = `<saml:Advice>${real}</saml:Advice><saml:AuthnStatement`
        return own.replace(real, forged.replace('<saml:AuthnStatement', advice))
      },
    ],
    [
      'the signed assertion in an object of the signature',
      'assertions where none belong',
      (b) => {
        const { own, real, forged } = pair(b)
        const signature = signatureIn(real).replace(
          '</ds:Signature>',
          `<ds:Object>${real.replace(signatureIn(real), '')}</ds:Object></ds:Signature>`,
        )
        return own.replace(real, forged.replace('<saml:Subject>', `${signature}<saml:Subject>`))
      },
    ],
    [
      'the signature of something else',
      'something else was signed',
      (b) => {
        const detail =
          '<samlp:StatusDetail ID="_d"><saml:Issuer/></samlp:StatusDetail></samlp:Status>'
        const xml = answerTo(b, victim).replace('</samlp:Status>', detail)
        const signature = signatureIn(sign(xml, { ...company, element: 'StatusDetail' }))
        return xml.replace('<saml:Subject>', `${signature}<saml:Subject>`)
      },
    ],
    [
      'one ID twice',
      'an ID twice',
      (b) =>
        good(b)
          .replace('</samlp:Status>', '<samlp:StatusDetail ID="_own"/></samlp:Status>')
          .replace(/(<saml:Assertion ID=")[^"]*/, '$1_own'),
    ],
    [
      'a signature elsewhere',
      'signatures where none belong',
      (b) => {
        const xml = good(b)
        return xml.replace('</samlp:Status>', `${signatureIn(xml)}</samlp:Status>`)
      },
    ],
    [
      'an object in the signature',
      'the signature contains what does not belong there',
      (b) => good(b).replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
    ],
    [
      'another audience',
      'for another audience: https://x',
      (b) => good(b, { audience: 'https://x' }),
    ],
    ['another recipient', 'another recipient', (b) => good(b, { recipient: 'https://x/sign-in' })],
    ['another destination', 'was not sent to http', (b) => good(b, { destination: 'https://x' })],
    ['another issuer', 'the answer is of another issuer', (b) => good(b, { issuer: 'https://x' })],
    [
      'an assertion of another issuer',
      'the assertion is of another issuer',
      (b) =>
        good(b, { issuer: 'https://x' }).replace(
          '>https://x</saml:Issuer>',
          `>${company.issuer}</saml:Issuer>`,
        ),
    ],
    ['the past', 'the assertion has expired', (b) => good(b, { notOnOrAfter: -90 })],
    ['the future', 'is not valid yet', (b) => good(b, { notBefore: 90 })],
    ['a late confirmation', 'the time to bring', (b) => good(b, { confirmedFor: -90 })],
    ['a session that is over', 'the sign-in has expired', (b) => good(b, { sessionFor: -90 })],
    ['another request', 'to another request', (b) => good(b, { answered: '_another' })],
    [
      'an assertion for another request',
      'the assertion answers another request',
      (b) => good(b, { answered: '_another', responseAnswers: b.id }),
    ],
    [
      'another version',
      'another version of SAML',
      (b) => signed(b, (xml) => xml.replace(/(<saml:Assertion.*?Version=")2.0/, '$11.1')),
    ],
    [
      'a confirmation without end',
      'the time to bring',
      (b) => signed(b, (xml) => xml.replace(/NotOnOrAfter="[^"]*" Recipient/, 'Recipient')),
    ],
    [
      'no conditions',
      'for whom it is',
      (b) => signed(b, (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '')),
    ],
    [
      'no audience',
      'for another audience',
      (b) => signed(b, (xml) => xml.replace(/<saml:AudienceR.*<\/saml:AudienceR\w*>/, '')),
    ],
    [
      'no sign-in',
      'does not say that somebody signed in',
      (b) => signed(b, (xml) => xml.replace(/<saml:AuthnStatement[^>]*>/, '')),
    ],
    ['no bearer', 'who may bring it', (b) => good(b, { method: 'urn:x' })],
    ['an unknown condition', 'the condition Other', (b) => good(b, { conditions: '<Other/>' })],
    [
      'a document type',
      'defines a document type',
      (b) => `<!DOCTYPE x [<!ENTITY e "id-of-ann">]>${good(b)}`,
    ],
    ['broken XML', 'the answer is not XML', (b) => good(b).replace('</saml:Assertion>', '')],
    [
      'a signature of many things',
      'what does not belong there',
      (b) => good(b).replace(/<(ds:)?Reference .*?<\/(ds:)?Reference>/s, '$&$&'),
    ],
    [
      'many attributes',
      'too many',
      (b) =>
        good(b).replace(
          '<samlp:Status>',
          `<x ${Array.from({ length: 5000 }, (_, at) => `a${at}=""`).join(' ')}/><samlp:Status>`,
        ),
    ],
    [
      'much XML',
      'too many',
      (b) => good(b).replace('<samlp:Status>', `${'<x/>'.repeat(20_000)}<samlp:Status>`),
    ],
    [
      'deep XML',
      'too many',
      (b) =>
        good(b).replace('<samlp:Status>', `${'<x>'.repeat(99)}${'</x>'.repeat(99)}<samlp:Status>`),
    ],
    [
      'an encrypted assertion',
      'turn that off',
      (b) =>
        answerTo(b).replace(/<saml:Assertion.*<\/saml:Assertion>/s, '<saml:EncryptedAssertion/>'),
    ],
    [
      'an address as NameID',
      'are not known by a NameID',
      (b) => good(b, { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }),
    ],
    [
      'a NameID for one time',
      'are not known by a NameID',
      (b) => good(b, { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    ],
    ['no NameID', 'no usable NameID', (b) => good(b, { nameId: ' ' })],
    [
      'an address as NameID of no format',
      'a NameID that is an address',
      (b) => signed(b, (xml) => xml.replace(/ Format="[^"]*">id-of-ann/, '>ann@example.com')),
    ],
    [
      'an address that is said to be persistent',
      'a NameID that is an address',
      (b) => good(b, { nameId: 'ann@example.com' }),
    ],
    [
      'an address in a format that nobody knows',
      'are not known by a NameID',
      (b) => good(b, { format: ' urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' }),
    ],
    [
      'something invisible around a name',
      'no usable NameID',
      (b) => good(b, { nameId: '\ufeffid-of-ann\u00a0' }),
    ],
    [
      'something invisible inside',
      'no usable NameID',
      (b) => good(b, { nameId: 'id-of\u200b-ann' }),
    ],
    ['a written break', 'line breaks that XML', (b) => good(b, { nameId: 'id-of-ann&#x2028;' })],
    ['a sign-in to come', 'a time to come', (b) => good(b, { askedAgo: -90 })],
    [
      'a sign-in at no time',
      'does not say when somebody signed in',
      (b) => signed(b, (xml) => xml.replace(/ AuthnInstant="[^"]*"/, '')),
    ],
  ]
}

const EVIL = 'get the new certificate at https://evil'

/** Answers that nobody signed as they are, with words for whoever reads about the failure. */
export function wordsOfStrangers(
  company: Signer,
): [name: string, write: (begun: Begun) => string][] {
  const good = (begun: Begun, said: Said = {}) => sign(answerTo(begun, said), company)
  return [
    ['issuer', (b) => good(b, { issuer: EVIL })],
    ['destination', (b) => good(b, { destination: EVIL })],
    ['status', (b) => answerTo(b, { status: EVIL })],
    [
      'message',
      (b) =>
        answerTo(b, { status: 'Responder' }).replace(
          '</samlp:Status>',
          `<samlp:StatusMessage>${EVIL}</samlp:StatusMessage></samlp:Status>`,
        ),
    ],
    ['algorithm', (b) => good(b).replaceAll(/Algorithm="[^"]*"/g, `Algorithm="${EVIL}"`)],
    ['reference', (b) => good(b).replace(/URI="[^"]*"/, `URI="#${EVIL}"`)],
    ['digest', (b) => good(b).replace(/(DigestValue>)[^<]*/, `$1${EVIL}`)],
    ['element', (b) => good(b).replace('</saml:Assertion>', `</saml:${EVIL.slice(-4)}>`)],
  ]
}
