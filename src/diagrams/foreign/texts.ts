import { isTime } from '../../engine/time/due.ts'
import { changed, notUnderstood } from './attributes.ts'
import type { Work } from './import.ts'
import { extensionsOf, type Moddle } from './moddle.ts'
import { languageOf, literalIn, translate } from './translate.ts'
import { addSetting, toCode } from './write.ts'

/** Expressions in the standard's own places: conditions, times, called processes, keys of messages. */
export function convertExpressions(work: Work, element: Moddle): void {
  if (/Expression$/.test(element.$type)) convertBody(work, element)
  if (element.$type === 'bpmn:CallActivity') convertCall(work, element)
  if (element.$type === 'bpmn:MessageEventDefinition' || element.$type === 'bpmn:ReceiveTask') {
    convertCorrelation(work, element)
  }
}

function convertBody(work: Work, element: Moddle): void {
  const { body } = element as { body?: string }
  if (typeof body !== 'string' || languageOf(body) === 'plain') return
  const literal = literalIn(body)
  const text = literal !== undefined && isTime(literal) ? literal : translate(body)?.text
  if (text === undefined) {
    notUnderstood(work, element, body, 'write it in CEL')
    return
  }
  element.body = text
  element.language = undefined
  changed(work, element, body, text)
}

/** Processes are named by their paths; one of the same file by its id. */
function convertCall({ root, workspace, say }: Work, element: Moddle): void {
  const called = element.calledElement
  if (typeof called !== 'string' || called === '' || called.includes('/')) return
  const inFile = ((root.rootElements as Moddle[] | undefined) ?? []).some(({ id }) => id === called)
  if (inFile) return
  const literal = literalIn(called)
  if (literal === undefined) {
    say(element, {
      what: 'not understood',
      from: called,
      to: 'a call names its process, not an expression',
    })
    return
  }
  element.calledElement = `${workspace}/${toCode(literal)}`
  say(element, {
    what: 'changed',
    from: `calledElement="${called}"`,
    to: `calledElement="${element.calledElement}"`,
  })
}

/** Camunda 8 has the key of a message at the message, we have it where it is waited for. */
function convertCorrelation(work: Work, element: Moddle): void {
  const message = element.messageRef as Moddle | undefined
  const subscription =
    message && extensionsOf(message).find(({ $type }) => /:subscription$/.test($type))
  const key = subscription && String(subscription.correlationKey ?? '')
  const owner = element.$type === 'bpmn:ReceiveTask' ? element : element.$parent
  if (!key || !owner || /Throw|End/.test(owner.$type)) return
  const text = translate(key)?.text
  if (text === undefined) {
    notUnderstood(work, owner, key, 'say which message is meant with the setting "correlation"')
    return
  }
  addSetting(work, owner, 'correlation', text)
  changed(work, owner, `correlationKey="${key}"`, `setting correlation = ${text}`)
}
