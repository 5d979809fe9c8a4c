import { AD_HOC_STEPS, PULLED, STEPS } from '../../../../../src/engine/refuse.ts'
import { type ElementKind, isActivity } from './kind.ts'
import {
  type Control,
  choice,
  condition,
  from,
  lines,
  people,
  type Setting,
  text,
  yesNo,
} from './setting.ts'
import { TIMERS } from './trigger.ts'

/** Who a step asks, and by when. */
const ASKING: ElementKind['type'][] = [
  'user',
  'approval_list_process',
  'inform_list_process',
  'sign_item',
  'registration',
]
/** Steps whose way out people choose. */
const CHOSEN: ElementKind['type'][] = ['user', 'sign_item', 'registration']
const MAPPED: ElementKind['type'][] = [
  'script',
  'call',
  'ca',
  'assignment',
  'decision',
  'app_create',
  'app_update',
  'subprocess',
  'agent',
  'worker',
]
const TALKS = ['message', 'signal', 'escalation', 'error']
const AUTOMATIC = /^bpmn:(ServiceTask|SendTask|BusinessRuleTask|Task)$/
const isFlow = ({ type }: ElementKind) => type === 'flow'
const isExit = ({ source }: ElementKind) => CHOSEN.includes(source)
const isLooped = (kind: ElementKind) => kind.loop === 'parallel' || kind.loop === 'sequential'
const CHOOSING = /Exclusive|Inclusive|Complex/
const STARTING = /^bpmn:(ReceiveTask|EventBasedGateway)$/
const isAdHoc = ({ element }: ElementKind) => element === 'bpmn:AdHocSubProcess'

/** What stands in attributes and parts of BPMN. */
export const ELEMENT_SETTINGS: Setting[] = [
  {
    name: 'name',
    group: 'general',
    control: lines,
    place: { at: 'element', name: 'name' },
    isOn: ({ type }) => type !== '',
  },
  {
    name: 'id',
    group: 'general',
    control: text,
    place: { at: 'element', name: 'id' },
    isOn: () => true,
  },
  {
    name: 'step',
    group: 'work',
    control: choice(STEPS),
    place: { at: 'element', name: 'kontor:step' },
    isOn: ({ element, type }) => AUTOMATIC.test(element) && type !== 'worker',
  },
  {
    name: 'adHocStep',
    group: 'work',
    control: choice(AD_HOC_STEPS),
    place: { at: 'element', name: 'kontor:step' },
    isOn: isAdHoc,
  },
  {
    name: 'topic',
    group: 'work',
    control: text,
    place: { at: 'element', name: 'kontor:topic' },
    isOn: ({ element }) => PULLED.test(element),
  },
  {
    name: 'performer',
    group: 'work',
    control: people,
    place: { at: 'element', name: 'kontor:performer' },
    isOn: ({ type }) => type === 'lane' || type === 'agent' || ASKING.includes(type),
  },
  {
    name: 'due',
    group: 'work',
    control: { kind: 'time' },
    place: { at: 'element', name: 'kontor:due' },
    isOn: ({ type }) => type === 'agent' || ASKING.includes(type),
  },
  {
    name: 'decides',
    group: 'work',
    control: text,
    place: { at: 'element', name: 'kontor:decision' },
    isOn: ({ element }) => element === 'bpmn:BusinessRuleTask',
  },
  {
    name: 'called',
    group: 'work',
    control: from('processes'),
    place: { at: 'element', name: 'calledElement' },
    isOn: ({ type }) => type === 'call',
  },
  {
    name: 'script',
    group: 'work',
    control: { kind: 'script' },
    place: { at: 'element', name: 'script' },
    isOn: ({ element }) => element === 'bpmn:ScriptTask',
  },
  {
    name: 'timer',
    group: 'event',
    control: choice(TIMERS),
    place: { at: 'trigger', name: 'timer' },
    isOn: ({ trigger }) => trigger === 'timer',
  },
  {
    name: 'time',
    group: 'event',
    control: { kind: 'time' },
    place: { at: 'trigger', name: 'value' },
    isOn: ({ trigger }) => trigger === 'timer',
  },
  {
    name: 'event',
    group: 'event',
    control: from('messages'),
    place: { at: 'trigger', name: 'name' },
    isOn: ({ trigger }) => TALKS.includes(trigger) || trigger === 'link',
  },
  {
    name: 'awaited',
    group: 'event',
    control: condition,
    place: { at: 'trigger', name: 'value' },
    isOn: ({ trigger }) => trigger === 'condition' || trigger === 'status' || trigger === 'item',
  },
  {
    name: 'interrupting',
    group: 'event',
    control: yesNo,
    place: { at: 'unless', name: 'cancelActivity' },
    isOn: ({ element }) => element === 'bpmn:BoundaryEvent',
  },
  {
    name: 'interrupting',
    group: 'event',
    control: yesNo,
    place: { at: 'unless', name: 'isInterrupting' },
    isOn: ({ element, isHandler }) => element === 'bpmn:StartEvent' && isHandler,
  },
  {
    name: 'undone',
    group: 'event',
    control: from('activities'),
    place: { at: 'trigger', name: 'undone' },
    isOn: ({ trigger, isThrowing }) => trigger === 'compensation' && isThrowing,
  },
  {
    name: 'isAwaited',
    group: 'event',
    control: yesNo,
    place: { at: 'trigger', name: 'isAwaited' },
    isOn: ({ trigger, isThrowing }) => trigger === 'compensation' && isThrowing,
  },
  {
    name: 'instantiate',
    group: 'event',
    control: yesNo,
    place: { at: 'element', name: 'instantiate' },
    isOn: ({ element }) => STARTING.test(element),
  },
  {
    name: 'eventGatewayType',
    group: 'event',
    control: choice(['Exclusive', 'Parallel']),
    place: { at: 'element', name: 'eventGatewayType' },
    isOn: ({ element }) => element === 'bpmn:EventBasedGateway',
  },
  {
    name: 'activation',
    group: 'work',
    control: condition,
    place: { at: 'expression', name: 'activationCondition' },
    isOn: ({ element }) => element === 'bpmn:ComplexGateway',
  },
  {
    name: 'ordering',
    group: 'work',
    control: choice(['Sequential']),
    place: { at: 'element', name: 'ordering' },
    isOn: isAdHoc,
  },
  {
    name: 'adHocUntil',
    group: 'work',
    control: condition,
    place: { at: 'expression', name: 'completionCondition' },
    isOn: isAdHoc,
  },
  {
    name: 'cancelsRest',
    group: 'work',
    control: yesNo,
    place: { at: 'unless', name: 'cancelRemainingInstances' },
    isOn: isAdHoc,
  },
  ...(['startQuantity', 'completionQuantity'] as const).map((name) => ofCount(name)),
  {
    name: 'condition',
    group: 'exit',
    control: condition,
    place: { at: 'expression', name: 'conditionExpression' },
    isOn: (kind) => isFlow(kind) && kind.source !== 'start',
  },
  {
    name: 'default',
    group: 'exit',
    control: yesNo,
    place: { at: 'default', name: 'default' },
    isOn: (kind) =>
      isFlow(kind) &&
      !isExit(kind) &&
      (CHOOSING.test(kind.sourceGateway) || !['start', 'event', 'gateway'].includes(kind.source)),
  },
  ...(['interrupt', 'skipCheck'] as const).map((name) => ofExit(name, yesNo)),
  ofExit('buttonClass', choice(['primary', 'danger'])),
  ofExit('confirm', choice(['text', 'form'])),
  ofExit('confirmText', lines),
  {
    name: 'form',
    group: 'form',
    control: { kind: 'form' },
    place: { at: 'rows', name: 'form' },
    isOn: (kind) =>
      isExit(kind) ||
      CHOSEN.includes(kind.type) ||
      (kind.type === 'start' && kind.isOutermost && kind.trigger === ''),
  },
  {
    name: 'mappings',
    group: 'values',
    control: { kind: 'mappings' },
    place: { at: 'rows', name: 'mappings' },
    isOn: ({ type, trigger }) => MAPPED.includes(type) || TALKS.includes(trigger),
  },
  ofLoop('loopKind', 'kind', choice(['parallel', 'sequential', 'standard']), ({ element }) =>
    isActivity(element),
  ),
  ofLoop('loopOver', 'loopCardinality', from('variables'), isLooped),
  ofLoop('loopItem', 'inputDataItem', text, isLooped),
  ofLoop('loopUntil', 'completionCondition', condition, isLooped),
  ofLoop('loopWhile', 'loopCondition', condition, ({ loop }) => loop === 'standard'),
  ofLoop('testBefore', 'testBefore', yesNo, ({ loop }) => loop === 'standard'),
  ofLoop('loopMaximum', 'loopMaximum', text, ({ loop }) => loop === 'standard'),
]

function ofCount(name: string): Setting {
  return {
    name,
    group: 'loop',
    control: text,
    place: { at: 'count', name },
    isOn: ({ element }) => isActivity(element),
  }
}

function ofExit(name: string, control: Control): Setting {
  return {
    name,
    group: 'exit',
    control,
    place: { at: 'element', name: `kontor:${name}` },
    isOn: isExit,
  }
}

function ofLoop(
  name: string,
  part: string,
  control: Control,
  isOn: (kind: ElementKind) => boolean,
): Setting {
  return { name, group: 'loop', control, place: { at: 'loop', name: part }, isOn }
}
