/** Our attributes in a BPMN file. Standard modellers keep them; what is not listed here is refused. */
export const KONTOR_NAMESPACE = 'urn:kontor:bpmn'

const text = (name: string) => ({ name, isAttr: true, type: 'String' })
const flag = (name: string) => ({ name, isAttr: true, type: 'Boolean' })
const content = (name: string) => ({ name, isBody: true, type: 'String' })
const many = (name: string, type: string) => ({ name, type, isMany: true })

export const extension = {
  name: 'Kontor',
  prefix: 'kontor',
  uri: KONTOR_NAMESPACE,
  xml: { tagAlias: 'lowerCase' },
  types: [
    /** What an automatic task does (`status`, `app_create`, …), or which programs do it; who does a task of people. */
    {
      name: 'Step',
      extends: ['bpmn:Activity'],
      properties: ['step', 'performer', 'due', 'topic', 'decision'].map(text),
    },
    { name: 'LanePerformer', extends: ['bpmn:Lane'], properties: [text('performer')] },
    {
      name: 'Exit',
      extends: ['bpmn:SequenceFlow'],
      properties: [
        text('confirm'),
        text('confirmText'),
        text('buttonClass'),
        flag('interrupt'),
        flag('skipCheck'),
      ],
    },
    { name: 'Form', superClass: ['Element'], properties: [many('fields', 'FormField')] },
    {
      name: 'FormField',
      properties: [
        text('code'),
        text('name'),
        text('display'),
        flag('readonly'),
        flag('required'),
        text('tooltip'),
      ],
    },
    { name: 'Settings', superClass: ['Element'], properties: [many('values', 'Setting')] },
    { name: 'Setting', properties: [text('name'), text('value')] },
    { name: 'Mappings', superClass: ['Element'], properties: [many('values', 'Mapping')] },
    /** Of a process: the program whose functions its script tasks call. */
    { name: 'Scripts', superClass: ['Element'], properties: [content('text')] },
    { name: 'Mapping', properties: [text('direction'), text('source'), text('target')] },
  ],
}

/** The elements of ours, as they are written. */
export const ELEMENTS = extension.types
  .filter((type) => !('extends' in type))
  .map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1))

/** Read here, before any parser, which puts its own names in their places. */
export const ATTRIBUTES = extension.types.map((type) => ({
  type: 'extends' in type ? '' : `kontor:${type.name}`,
  names: type.properties.map(({ name }) => name),
}))
