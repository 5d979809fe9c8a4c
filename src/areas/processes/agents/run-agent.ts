import type { AgentTurn } from '../../../engine/elements/agent.ts'
import type { Node } from '../../../engine/model.ts'
import type { Program } from '../../../engine/program.ts'
import type { AgentNotice, Values } from '../../../engine/state.ts'
import { addDuration, parseDuration } from '../../../engine/time/duration.ts'
import { AppError, isFinal } from '../../../lib/errors.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import type { Cause } from '../../../platform/events.ts'
import type { InnerOperations } from '../../../platform/inner-call.ts'
import { findActingUser } from '../../access/service.ts'
import { type Completion, type Executor, FinalFailure, type Work } from '../jobs/outcome.ts'
import { getPublished } from '../published.ts'
import { findVersionOf } from '../store/instances.ts'
import { Conversation } from './conversation.ts'
import { badReply, type ModelEndpoint, type ToolCall } from './model-endpoint.ts'
import { insertMessages, listMessages, type StoredMessage } from './store.ts'
import { readCall, type Tool, toolsOf, wrongArguments } from './tools.ts'

type Means = {
  /** Absent = agents are not set up. */
  endpoint: ModelEndpoint | undefined
  operations: InnerOperations
}

/** One step of one agent. */
type Step = {
  ctx: Context
  work: Work
  cause: Cause
  program: Program
  node: Node
  tools: Tool[]
  endpoint: ModelEndpoint
  operations: InnerOperations
  talk: Conversation
  signal: AbortSignal
}

/** The result, and the line for the history. */
type Done = { turn: AgentTurn; about: Record<string, unknown> }

type Payload = { context: Values; told: AgentNotice | null; isAgain: boolean }

/**
 * Asks the model of an agent once, or carries out one of its tool calls. Messages are stored with the move that
 * follows from them, so that a node that dies neither loses them nor acts twice.
 */
export const runAgent =
  ({ endpoint, operations }: Means): Executor =>
  async (work, { ctx, signal }) => {
    if (!endpoint) {
      const message = 'agents are not set up: set KONTOR_AGENT_URL and KONTOR_AGENT_MODEL'
      throw new FinalFailure({ message, code: 'agent-off' })
    }
    const { context, told, isAgain } = work.payload as Payload
    const { cause, program, node } = await findAgent(ctx, work)
    const talk = new Conversation(await listMessages(ctx.db, work), context, isAgain)
    const tools = toolsOf(program, node, operations)
    const step = { ctx, work, cause, program, node, tools, endpoint, operations, talk, signal }
    const { turn, about } = await act(step, told)
    return {
      type: 'done',
      result: turn,
      about: { agent: about },
      left: { turn, from: talk.length, said: talk.added } satisfies Left,
    }
  }

type Left = { turn: AgentTurn; from: number; said: StoredMessage[] }

/** Stores the messages with the move that follows from them. */
export const completeTurn: Completion = async (ctx, visit, left) => {
  const { turn, from, said } = left as Left
  if (said.length > 0) await insertMessages(ctx.db, visit, { from, said, at: ctx.now() })
  return turn
}

async function findAgent(ctx: Context, { instanceId, node }: Work) {
  const running = await findVersionOf(ctx.db, instanceId)
  if (!running) throw new FinalFailure({ message: 'the instance is gone' })
  const { program } = await getPublished(ctx, running.template_id, running.version)
  const cause = { instance: instanceId, template: running.template_id, depth: running.depth }
  return { cause, program, node: program.node(node) }
}

/** Records what the agent was notified of, and continues with the next tool call or the model. */
async function act(step: Step, told: AgentNotice | null): Promise<Done> {
  const { talk } = step
  const { answer } = talk
  if (answer !== undefined) return { turn: { type: 'finish', answer }, about: { answer } }
  const { pending } = talk
  if (!pending) return askModel(step)
  if (told && 'hasEnded' in told) return end(step, pending.call)
  if (told?.isAllowed === false) return refuse(step, pending.call, told.comment)
  requireTime(step)
  return runTool(step, pending, told?.isAllowed === true)
}

/** The activity has ended: the model gets the changed values. */
function end({ talk, tools }: Step, call: ToolCall): Done {
  const { tool } = readCall(tools, call)
  const result = talk.answerCall(call, { done: true, changed: talk.changes })
  return { turn: { type: 'again' }, about: { tool: tool.id, result: short(result) } }
}

function refuse({ talk, tools }: Step, call: ToolCall, comment: string): Done {
  const { tool } = readCall(tools, call)
  const result = talk.answerCall(call, { error: 'a person refused it', comment })
  return { turn: { type: 'again' }, about: { tool: tool.id, result: short(result) } }
}

async function runTool(
  step: Step,
  { call, key }: { call: ToolCall; key: string },
  isAllowed: boolean,
): Promise<Done> {
  const { tool, given } = readCall(step.tools, call)
  const about = { tool: tool.id, arguments: short(call.function.arguments) }
  const wrong = tool.kind === 'activity' && wrongArguments(step.program.node(tool.id), given)
  if (wrong) {
    step.talk.answerCall(call, { error: wrong })
    return { turn: { type: 'again' }, about: { ...about, error: wrong } }
  }
  if (tool.isDangerous && !isAllowed) {
    const text = JSON.stringify(given, null, 2)
    return { turn: { type: 'ask', name: tool.title, text }, about: { ...about, asks: true } }
  }
  if (tool.kind === 'operation') return callOperation(step, { call, key, tool, given, about })
  return { turn: { type: 'begin', activity: tool.id, arguments: given }, about }
}

type Use = {
  call: ToolCall
  key: string
  tool: Tool
  given: Record<string, unknown>
  about: Record<string, unknown>
}

/** Forbidden and invalid calls are answers for the model; other errors are retried. */
async function callOperation(step: Step, { call, key, tool, given, about }: Use): Promise<Done> {
  const { talk, operations, work, cause } = step
  const user = await findUser(step, tool.id)
  const started = Date.now()
  const took = () => Date.now() - started
  try {
    const asked = { params: given.params, input: given.input }
    const text = await operations.call({
      name: tool.id,
      user,
      asked,
      key: `agent:${work.key}:${key}`,
      cause,
    })
    const result = talk.answerCall(call, text, took())
    return { turn: { type: 'again' }, about: { ...about, by: user.login, result: short(result) } }
  } catch (error) {
    if (!(error instanceof AppError) || !isFinal(error)) throw error
    const { message: refused, details } = error
    talk.answerCall(call, { error: refused, details }, took())
    return { turn: { type: 'again' }, about: { ...about, by: user.login, error: refused } }
  }
}

/** Looked up for every call, so that revoked rights take effect. */
async function findUser({ ctx, node }: Step, operation: string): Promise<Caller> {
  const { user: login = '' } = node.settings
  const [area = ''] = operation.split('.')
  const user = await findActingUser(ctx, login, [`${area}:write`])
  if (user && !user.isAdministrator) return user
  const message = user
    ? `agents cannot act as an administrator: give "${login}" the rights it needs`
    : `there is no user "${login}" who can sign in`
  throw new FinalFailure({ message, code: 'agent-user' })
}

async function askModel(step: Step): Promise<Done> {
  const { talk, node, tools, endpoint } = step
  const left = timeLeft(step)
  if (talk.length === 0) talk.begin(node.settings.goal ?? '')
  const model = node.settings.model || endpoint.model
  const { messages } = talk
  const started = Date.now()
  const signal = AbortSignal.any([step.signal, AbortSignal.timeout(left)])
  const { answer, tokens } = await endpoint.ask({ model, messages, tools }, signal)
  checkCalls(tools, answer.tool_calls ?? [])
  talk.add(answer, { tokens, milliseconds: Date.now() - started })
  const about = { model, messages: messages.length, tokens, step: talk.spent.steps }
  if (!answer.tool_calls) {
    const text = answer.content ?? ''
    return { turn: { type: 'finish', answer: text }, about: { ...about, answer: short(text) } }
  }
  const asksFor = answer.tool_calls.map(({ function: { name } }) => name)
  return { turn: { type: 'again' }, about: { ...about, asksFor } }
}

/** The most tool calls in one answer, because each is carried out. */
const MOST_CALLS = 20

function checkCalls(tools: readonly Tool[], calls: readonly ToolCall[]): void {
  if (calls.length > MOST_CALLS) {
    throw badReply(
      `the model made ${calls.length} calls at once, at most ${MOST_CALLS} are allowed`,
    )
  }
  for (const call of calls) readCall(tools, call)
  if (hasTwice(calls)) throw badReply('two calls of the model have the same id')
}

const hasTwice = (calls: readonly ToolCall[]): boolean =>
  new Set(calls.map(({ id }) => id)).size < calls.length

const LIMITS = { steps: 20, tokens: 100_000, time: 'PT10M' }

/** Throws if a limit is reached; returns the milliseconds left for calls. */
function timeLeft({ talk, node: { settings } }: Step): number {
  const { spent } = talk
  const steps = Number(settings.maxSteps || LIMITS.steps)
  const tokens = Number(settings.maxTokens || LIMITS.tokens)
  const { time, left } = timeOf(talk, settings)
  const reached = [
    ...(spent.steps >= steps ? [`${steps} answers of the model`] : []),
    ...(spent.tokens >= tokens ? [`${tokens} tokens`] : []),
    ...(left <= 0 ? [`${time} of calls`] : []),
  ]
  if (reached.length > 0) throw limitReached(reached)
  return left
}

/** Tool calls of an accepted answer may run as long as there is time. */
function requireTime({ talk, node: { settings } }: Step): void {
  const { time, left } = timeOf(talk, settings)
  if (left <= 0) throw limitReached([`${time} of calls`])
}

function timeOf({ spent }: Conversation, settings: Node['settings']) {
  const time = settings.maxTime || LIMITS.time
  return { time, left: millisecondsIn(time) - spent.milliseconds }
}

function limitReached(limits: readonly string[]): FinalFailure {
  const message = `the agent has reached its limit: ${limits.join(', ')}`
  return new FinalFailure({ message, code: 'agent-limit' })
}

function millisecondsIn(text: string): number {
  const duration = parseDuration(text)
  return duration ? addDuration(new Date(0), duration).getTime() : 0
}

const SHORT = 1000

/** For the history, truncated; the conversation has the whole text. */
const short = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text)
