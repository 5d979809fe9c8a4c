/** Builders of small DMN files, for tests. */
const inXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const dmn = (body: string, version = '20230324'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/${version}/MODEL/" id="d" name="d" namespace="n">
${body}
</definitions>`

export const input = (name: string, type = ''): string =>
  `<inputData id="in_${name.replaceAll(' ', '_')}" name="${name}"><variable name="${name}"${type && ` typeRef="${type}"`}/></inputData>`

export const needs = (...ids: string[]): string =>
  ids
    .map((id) => {
      const kind = id.startsWith('in_') ? 'requiredInput' : 'requiredDecision'
      return `<informationRequirement><${kind} href="#${id}"/></informationRequirement>`
    })
    .join('')

export const literal = (text: string): string =>
  `<literalExpression><text>${inXml(text)}</text></literalExpression>`

type TableOf = {
  policy?: string
  inputs?: string[]
  outputs?: string[]
  rules: [when: string[], results: string[]][]
}

/** An input is an expression, an output a name, or with `=` also its values. */
export const table = ({ policy = 'UNIQUE', inputs = ['a'], outputs = [''], rules }: TableOf) => {
  const [hitPolicy = '', aggregation] = policy.split('/')
  const columns = inputs.map(
    (each, at) =>
      `<input id="c${at}"><inputExpression><text>${inXml(each)}</text></inputExpression></input>`,
  )
  const results = outputs.map((each, at) => {
    const [name = '', values] = each.split('=')
    const allowed = values ? `<outputValues><text>${inXml(values)}</text></outputValues>` : ''
    return `<output id="o${at}" name="${name}">${allowed}</output>`
  })
  const rows = rules.map(
    ([when, then], at) =>
      `<rule id="r${at + 1}">${when.map((text) => `<inputEntry><text>${inXml(text)}</text></inputEntry>`).join('')}${then
        .map((text) => `<outputEntry><text>${inXml(text)}</text></outputEntry>`)
        .join('')}</rule>`,
  )
  return `<decisionTable id="t" hitPolicy="${hitPolicy}"${aggregation ? ` aggregation="${aggregation}"` : ''}>${columns.join('')}${results.join('')}${rows.join('\n')}</decisionTable>`
}

/** One decision `x` over the inputs `a` and `b`. */
export const decided = (logic: string, version?: string): string =>
  dmn(
    `${input('a')}${input('b')}
<decision id="x" name="x"><variable name="x"/>${needs('in_a', 'in_b')}
${logic}</decision>`,
    version,
  )
