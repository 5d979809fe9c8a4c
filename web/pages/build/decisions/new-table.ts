import { encode } from './xml.ts'

const attribute = (text: string) => encode(text).replaceAll('"', '&quot;')

/** A table of one input, one output and one rule, which begins as something that works. */
export const newTable = (
  code: string,
  name: string,
  labels: { input: string; output: string },
): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="${code}_file" name="${attribute(name)}" namespace="urn:kontor:${code}">
  <inputData id="value" name="value">
    <variable name="value" typeRef="string" />
  </inputData>
  <decision id="${code}" name="${code}">
    <variable name="${code}" />
    <informationRequirement id="needs_value">
      <requiredInput href="#value" />
    </informationRequirement>
    <decisionTable id="${code}_table" hitPolicy="FIRST">
      <input id="by_value" label="${attribute(labels.input)}">
        <inputExpression id="by_value_expression" typeRef="string">
          <text>value</text>
        </inputExpression>
      </input>
      <output id="result" name="result" label="${attribute(labels.output)}" typeRef="string" />
      <rule id="otherwise">
        <inputEntry id="otherwise_value"><text>-</text></inputEntry>
        <outputEntry id="otherwise_result"><text>"none"</text></outputEntry>
      </rule>
    </decisionTable>
  </decision>
</definitions>
`
