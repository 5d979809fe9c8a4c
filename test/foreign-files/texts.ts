import { X509Certificate } from 'node:crypto'
import { decided, literal } from '../../src/decisions/dmn.ts'
import { newSigner } from '../saml.ts'
import { type Attack, attack, type Bait, harmless } from './attack.ts'
import { type Document, xmlAttacks } from './xml.ts'

const bpmn: Document = ({ prolog = '', attributes = '', text = 'x', elements = '' }) =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="urn:t"${attributes}><process id="process" isExecutable="true"><startEvent id="start"><documentation>${text}</documentation></startEvent><sequenceFlow id="f" sourceRef="start" targetRef="end"/><endEvent id="end"/>${elements}</process></definitions>`

const dmn: Document = ({ prolog = '', attributes = '', text = '1', elements = '' }) =>
  decided(literal('1'))
    .replace('<definitions', `${prolog}<definitions${attributes}`)
    .replace('name="d"', 'name="d"')
    .replace('<text>1', `<text>${text}`)
    .replace('</definitions>', `${elements}</definitions>`)

const NESTED = 3000

/** What stands around it is written when a sign-in has begun. */
export const samlAttacks = (bait: Bait): Attack[] =>
  xmlAttacks((inserted) => JSON.stringify(inserted), bait).filter(
    ({ name }) => name !== 'a document type in UTF-16',
  )

export const ISSUER = 'https://login.example.com/described'
const CERTIFICATE = new X509Certificate(newSigner().certificate).raw.toString('base64')

const metadata: Document = ({ prolog = '', attributes = '', text = 'x', elements = '' }) =>
  `${prolog}<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${ISSUER}"${attributes}><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>${text}</ds:KeyName><ds:X509Data><ds:X509Certificate>${CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor></md:IDPSSODescriptor>${elements}</md:EntityDescriptor>`

export const metadataAttacks = (bait: Bait): Attack[] => xmlAttacks(metadata, bait)

export const bpmnAttacks = (bait: Bait): Attack[] => [
  ...xmlAttacks(bpmn, bait),
  harmless(
    'an import',
    bpmn({}).replace(
      '<process',
      `<import importType="http://www.w3.org/2001/XMLSchema" location="${bait.url}" namespace="urn:x"/><process`,
    ),
  ),
  attack(
    'processes inside each other',
    bpmn({
      elements: `${Array.from({ length: NESTED }, (_, at) => `<subProcess id="s${at}">`).join('')}${'</subProcess>'.repeat(NESTED)}`,
    }),
  ),
  attack(
    'an expression inside itself',
    bpmn({
      elements: `<exclusiveGateway id="g"/><sequenceFlow id="g1" sourceRef="g" targetRef="end"><conditionExpression>${'('.repeat(50_000)}true${')'.repeat(50_000)}</conditionExpression></sequenceFlow>`,
    }),
  ),
]

export const dmnAttacks = (bait: Bait): Attack[] => [
  ...xmlAttacks(dmn, bait),
  attack(
    'an import',
    dmn({
      elements: `<import importType="urn:x" locationURI="${bait.url}" namespace="urn:x" name="x"/>`,
    }),
  ),
  attack(
    'lists inside each other',
    decided(`${'<list>'.repeat(NESTED)}${'</list>'.repeat(NESTED)}`),
  ),
  attack(
    'an expression inside itself',
    decided(literal(`${'('.repeat(50_000)}1${')'.repeat(50_000)}`)),
  ),
]

const ALIASES = Array.from(
  { length: 12 },
  (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
).join('\n')

export const yamlAttacks = (): Attack[] => [
  attack('a billion laughs', `name: x\na0: &a0 [lol]\n${ALIASES}\n`),
  attack('an alias of itself', 'name: x\nfields: &a { b: *a }\n'),
  attack('lists inside each other', `name: ${'['.repeat(50_000)}`),
  attack('lists that end', `name: ${'['.repeat(5000)}${']'.repeat(5000)}`),
  attack(
    'many keys',
    `name: x\nfields:\n${Array.from({ length: 100_000 }, (_, at) => `  k${at}: 1`).join('\n')}\n`,
  ),
  attack('a program', 'name: !!js/function "function () { process.exit() }"\nfields: 7\n'),
  attack('a key of objects', 'name: x\n__proto__: { isAdministrator: true }\nconstructor: 1\n'),
]
