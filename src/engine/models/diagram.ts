/** A complete diagram around a few elements. */
export const diagram = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="demo">
  <message id="hello" name="hello"/>
  <error id="boom" errorCode="boom"/>
  <process id="demo" isExecutable="true">${inner}</process>
</definitions>`

export const flow = (id: string, source: string, target: string, rest = '') =>
  `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}" ${rest}/>`

export const choice = (id: string, source: string, target: string, condition: string) =>
  `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">
     <conditionExpression>${condition}</conditionExpression></sequenceFlow>`

export const START = '<startEvent id="start"/>'
export const END = '<endEvent id="end"/>'

/** An element between the start and the end. */
export const between = (id: string, element: string) =>
  `${START}${element}${END}${flow('in', 'start', id)}${flow('out', id, 'end')}`

/** Our settings and mappings as extension elements. */
export const extended = (
  settings: Record<string, string>,
  mappings: [string, string, string][] = [],
) =>
  `<extensionElements><kontor:settings>${Object.entries(settings)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}"/>`)
    .join('')}</kontor:settings><kontor:mappings>${mappings
    .map(
      ([direction, source, target]) =>
        `<kontor:mapping direction="${direction}" source="${source}" target="${target}"/>`,
    )
    .join('')}</kontor:mappings></extensionElements>`
