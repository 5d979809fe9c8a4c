import { z } from 'zod'
import type { OutsideCaller, Reply } from '../../../platform/outside/caller.ts'
import { PrivateAddress } from '../../../platform/outside/checked-lookup.ts'
import { FinalFailure, TemporaryFailure } from '../jobs/outcome.ts'

const ToolCall = z.object({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})
export type ToolCall = z.output<typeof ToolCall>

/** A message of the chat completions API. */
export type Message =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

export type Answer = Extract<Message, { role: 'assistant' }>

const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(ToolCall).nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number() }).nullish(),
})

export type Question = {
  model: string
  messages: readonly Message[]
  tools: readonly { name: string; description: string; parameters: object }[]
}

type Settings = { url: string; key: string | undefined; model: string }

/** An OpenAI-compatible API. Its key is removed from errors, whatever the API answers. */
export class ModelEndpoint {
  readonly #caller: OutsideCaller
  readonly #settings: Settings

  constructor(caller: OutsideCaller, settings: Settings) {
    this.#caller = caller
    this.#settings = settings
  }

  /** The default model. */
  get model(): string {
    return this.#settings.model
  }

  async ask(question: Question, signal: AbortSignal): Promise<{ answer: Answer; tokens: number }> {
    const body = JSON.stringify(toRequest(question))
    const text = await this.#post(body, signal)
    const { choices, usage } = this.#read(text)
    const [choice] = choices
    const { content = null, tool_calls } = choice?.message ?? {}
    if (choice?.finish_reason === 'length') throw badReply('the answer of the model was cut off')
    if (!content && !tool_calls?.length) throw badReply('the model answered nothing')
    const answer: Answer = {
      role: 'assistant',
      content,
      ...(tool_calls?.length && { tool_calls }),
    }
    return { answer, tokens: usage?.total_tokens ?? estimate(body, text) }
  }

  async #post(body: string, signal: AbortSignal): Promise<string> {
    const { url, key } = this.#settings
    const headers = {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    }
    const link = `${url.replace(/\/+$/, '')}/chat/completions`
    let reply: Reply
    try {
      reply = await this.#caller.post(link, { body, headers, signal })
    } catch (error) {
      throw this.#unreachable(error)
    }
    const { status, text } = reply
    if (status === 200) return text
    const message = `the model's API answered ${status}: ${this.#hidden(text).slice(0, 500)}`
    if (status === 408 || status === 409 || status === 429 || status >= 500) {
      throw new TemporaryFailure({ message, code: 'agent-endpoint' })
    }
    throw new FinalFailure({ message, code: 'agent-endpoint' })
  }

  #unreachable(error: unknown): Error {
    const { message, name } = error as Error
    const isLate = name === 'TimeoutError' || name === 'AbortError'
    const reason = isLate ? 'it did not answer in time' : message
    const failure = {
      message: this.#hidden(`the model's API cannot be reached: ${reason}`),
      code: 'agent-endpoint',
    }
    return error instanceof PrivateAddress
      ? new FinalFailure(failure)
      : new TemporaryFailure(failure)
  }

  #read(text: string): z.output<typeof Completion> {
    try {
      return Completion.parse(JSON.parse(text))
    } catch {
      throw badReply(`this is no chat completion: ${this.#hidden(text).slice(0, 200)}`)
    }
  }

  /** Applied to the whole text before it is truncated: part of a key would be too much. */
  #hidden(text: string): string {
    const { key } = this.#settings
    if (!key) return text
    return text.replaceAll(key, '…').replaceAll(JSON.stringify(key).slice(1, -1), '…')
  }
}

const toRequest = ({ model, messages, tools }: Question) => ({
  model,
  messages,
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }),
})

/** Used if an API does not report tokens: four characters are about one token. */
const estimate = (...texts: string[]): number => Math.ceil(texts.join('').length / 4)

/** An invalid reply is an error; it is never interpreted. */
export const badReply = (message: string): FinalFailure =>
  new FinalFailure({ message, code: 'agent-reply' })
