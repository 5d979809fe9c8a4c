import { expect, test } from 'vitest'
import { compile } from '../../../../../src/engine/compile.ts'
import { diagram } from '../../../../../src/engine/models/diagram.ts'
import { isRunnable } from './runnable.ts'

/** Every trigger that BPMN has, with what it needs. */
const TRIGGERS: Record<string, string> = {
  Timer: '<timeDuration>P1D</timeDuration>',
  Message: '" messageRef="hello',
  Signal: '" signalRef="all',
  Error: '" errorRef="boom',
  Escalation: '" escalationRef="up',
  Link: '" name="there',
  Terminate: '',
  Conditional: '<condition>true</condition>',
  Compensate: '',
  Cancel: '',
}
const TASKS = ['Task', 'UserTask', 'ServiceTask', 'ScriptTask', 'SendTask', 'ReceiveTask']
const ELEMENTS = [
  ...TASKS,
  ...['ManualTask', 'BusinessRuleTask', 'CallActivity', 'SubProcess', 'AdHocSubProcess'],
  ...['Transaction', 'ExclusiveGateway', 'InclusiveGateway', 'ParallelGateway'],
  ...['EventBasedGateway', 'ComplexGateway'],
]
const EVENTS = [
  ...['StartEvent', 'EndEvent', 'IntermediateCatchEvent', 'IntermediateThrowEvent'],
  'BoundaryEvent',
]

const tag = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

function triggerXml(trigger: string): string {
  const inside = TRIGGERS[trigger] ?? ''
  const name = tag(`${trigger}EventDefinition`)
  return inside.startsWith('"') ? `<${name} id="t${inside}"/>` : `<${name}>${inside}</${name}>`
}

const SETTINGS = `<extensionElements><kontor:settings>
  <kontor:setting name="app" value="crm/orders"/></kontor:settings></extensionElements>`

/** Whether the engine knows it, whatever else it lacks. */
async function isKnown(element: string): Promise<boolean> {
  const outside = '<signal id="all" name="all"/><escalation id="up" escalationCode="up"/>'
  const xml = diagram(`<userTask id="host"/>${element}`)
  const { problems } = await compile(xml.replace('<process', `${outside}<process`))
  const refused = /is not supported|does not support|needs a trigger/
  return !problems.some((each) => each.element === 'it' && refused.test(each.message))
}

test('the menus offer what the engine runs, and nothing else', async () => {
  const wrong: string[] = []
  for (const element of ELEMENTS) {
    const is = await isKnown(`<${tag(element)} id="it"/>`)
    if (isRunnable({ type: `bpmn:${element}` }) !== is) wrong.push(element)
  }
  for (const event of EVENTS) {
    for (const trigger of ['', ...Object.keys(TRIGGERS)]) {
      const attached = event === 'BoundaryEvent' ? ' attachedToRef="host"' : ''
      const ours = event === 'StartEvent' && trigger === 'Conditional' ? SETTINGS : ''
      const inside = trigger === '' ? '' : triggerXml(trigger)
      const is = await isKnown(`<${tag(event)} id="it"${attached}>${ours}${inside}</${tag(event)}>`)
      const target = {
        type: `bpmn:${event}`,
        ...(trigger && { eventDefinitionType: `bpmn:${trigger}EventDefinition` }),
      }
      if (isRunnable(target) !== is) wrong.push(`${event} ${trigger}`)
    }
  }

  expect(wrong).toEqual([])
})

test('a start event inside a sub-process has no trigger, that of an event sub-process has one', () => {
  const start = { type: 'bpmn:StartEvent' }
  const onError = { ...start, eventDefinitionType: 'bpmn:ErrorEventDefinition' }

  expect([start, onError].map((each) => isRunnable(each, 'inside'))).toEqual([true, false])
  expect([start, onError].map((each) => isRunnable(each, 'handler'))).toEqual([false, true])
})
