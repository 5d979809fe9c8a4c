import type { Control, Token, Wait } from './state.ts'

type Page = Record<number, Token>

/** What a page contains, so that most questions about all tokens need not look at each. */
type Summary = {
  /** By the token they run inside, without watchers. */
  alive: Map<number, number>
  /** By the token they watch. */
  watchers: Map<number, number>
  /** By what they wait for: tokens of elements, and watchers. */
  waits: Map<Wait | undefined, number>
  watching: Map<Wait | undefined, number>
  incidents: number
}

type Sheet = { source?: Page; changed?: Map<number, Token>; summary: Summary }

/** Up to this many tokens the state has them in one record, beyond it in pages. */
const MOST_IN_ONE = 256
const PAGE_BITS = 7

const summaries = new WeakMap<Page, Summary>()

/**
 * The tokens of a step in progress, in the order of their numbers. Pages are copied before the first change
 * and shared between states otherwise: a step costs as much as it changes, however many tokens there are.
 */
export class Tokens {
  readonly #sheets = new Map<number, Sheet>()
  readonly #isPaged: boolean
  size = 0

  constructor({ tokens, pages }: Pick<Control, 'tokens' | 'pages'>) {
    this.#isPaged = pages !== undefined
    const sources = pages ? Object.entries(pages) : [['0', tokens] as const]
    for (const [key, source] of sources) {
      const summary = summaryOf(source)
      this.#sheets.set(Number(key), { source, summary })
      this.size += sizeOf(summary)
    }
  }

  get(no: number): Token | undefined {
    const sheet = this.#sheets.get(this.#keyOf(no))
    return sheet?.changed ? sheet.changed.get(no) : sheet?.source?.[no]
  }

  has(no: number): boolean {
    return this.get(no) !== undefined
  }

  set(no: number, token: Token): void {
    const { changed, summary } = this.#own(no)
    const before = changed.get(no)
    if (before) count(summary, before, -1)
    else this.size++
    count(summary, token, 1)
    changed.set(no, token)
  }

  delete(no: number): void {
    const { changed, summary } = this.#own(no)
    const before = changed.get(no)
    if (!before) return
    count(summary, before, -1)
    changed.delete(no)
    this.size--
  }

  /** A copy: what is added or removed meanwhile does not matter. */
  all(): [number, Token][] {
    return [...this.#sheets.values()].flatMap(entriesOf)
  }

  /** Whether tokens run inside a token, watchers not counted. */
  isAlive(scope: number): boolean {
    return this.#some(({ alive }) => alive.get(scope))
  }

  isWatched(no: number): boolean {
    return this.#some(({ watchers }) => watchers.get(no))
  }

  inside(scope: number): number[] {
    return this.#find(
      ({ alive }) => alive.get(scope),
      (token) => token.scope === scope && token.watches === undefined,
    )
  }

  watching(watched: number): number[] {
    return this.#find(
      ({ watchers }) => watchers.get(watched),
      (token) => token.watches === watched,
    )
  }

  waiting(wait: Wait): number[] {
    return this.#find(
      ({ waits, watching }) => (waits.get(wait) ?? 0) + (watching.get(wait) ?? 0),
      (token) => token.waits === wait,
    )
  }

  /** Whether every token of an element waits for one of these. */
  waitOnlyFor(idle: ReadonlySet<Wait | undefined>): boolean {
    for (const { summary } of this.#sheets.values()) {
      for (const [wait, number] of summary.waits) if (number > 0 && !idle.has(wait)) return false
    }
    return true
  }

  toControl(): Pick<Control, 'tokens' | 'pages'> {
    if (this.size <= MOST_IN_ONE) return { tokens: this.#inOne() }
    const pages = this.#isPaged ? this.#pages() : paged(this.all())
    return { tokens: {}, pages }
  }

  #inOne(): Page {
    const [only, ...more] = this.#sheets.values()
    if (only && more.length === 0) return toPage(only)
    return Object.fromEntries(this.all())
  }

  #pages(): Record<number, Page> {
    const pages: Record<number, Page> = {}
    for (const [key, sheet] of this.#sheets)
      if (sizeOf(sheet.summary) > 0) pages[key] = toPage(sheet)
    return pages
  }

  #keyOf(no: number): number {
    return this.#isPaged ? no >> PAGE_BITS : 0
  }

  #own(no: number): { changed: Map<number, Token>; summary: Summary } {
    const key = this.#keyOf(no)
    const sheet = this.#sheets.get(key) ?? { changed: new Map(), summary: noSummary() }
    if (!sheet.changed) {
      sheet.changed = new Map(entriesOf(sheet))
      sheet.summary = copyOf(sheet.summary)
    }
    this.#sheets.set(key, sheet)
    return { changed: sheet.changed, summary: sheet.summary }
  }

  #some(part: (summary: Summary) => number | undefined): boolean {
    for (const { summary } of this.#sheets.values()) if (part(summary)) return true
    return false
  }

  #find(part: (summary: Summary) => number | undefined, fits: (token: Token) => boolean): number[] {
    const found: number[] = []
    for (const sheet of this.#sheets.values()) {
      if (!part(sheet.summary)) continue
      for (const [no, token] of entriesOf(sheet)) if (fits(token)) found.push(no)
    }
    return found
  }
}

/** All tokens of a stored state, by number. */
export function tokensIn({ tokens, pages }: Pick<Control, 'tokens' | 'pages'>): Page {
  return pages ? Object.assign({}, ...Object.values(pages)) : tokens
}

/** One token of a stored state. */
export const tokenIn = (
  { tokens, pages }: Pick<Control, 'tokens' | 'pages'>,
  no: number,
): Token | undefined => (pages ? pages[no >> PAGE_BITS]?.[no] : tokens[no])

/** Whether any token of a stored state has an incident, and whether any waits for one of these. */
export function lookThrough(
  { tokens, pages }: Pick<Control, 'tokens' | 'pages'>,
  wanted: readonly Wait[],
): { hasIncident: boolean; isWaiting: boolean } {
  const all = (pages ? Object.values(pages) : [tokens]).map(summaryOf)
  return {
    hasIncident: all.some(({ incidents }) => incidents > 0),
    isWaiting: all.some(({ waits, watching }) =>
      wanted.some((each) => (waits.get(each) ?? 0) + (watching.get(each) ?? 0) > 0),
    ),
  }
}

function entriesOf({ source, changed }: Sheet): [number, Token][] {
  if (changed) return [...changed]
  return Object.entries(source ?? {}).map(([no, token]) => [Number(no), token])
}

function toPage({ source, changed, summary }: Sheet): Page {
  if (!changed) return source ?? {}
  const page: Page = Object.fromEntries(changed)
  summaries.set(page, summary)
  return page
}

function paged(tokens: [number, Token][]): Record<number, Page> {
  const pages: Record<number, Page> = {}
  for (const [no, token] of tokens) {
    const key = no >> PAGE_BITS
    const page = pages[key] ?? {}
    page[no] = token
    pages[key] = page
  }
  return pages
}

const noSummary = (): Summary => ({
  alive: new Map(),
  watchers: new Map(),
  waits: new Map(),
  watching: new Map(),
  incidents: 0,
})

const copyOf = ({ alive, watchers, waits, watching, incidents }: Summary): Summary => ({
  alive: new Map(alive),
  watchers: new Map(watchers),
  waits: new Map(waits),
  watching: new Map(watching),
  incidents,
})

function summaryOf(page: Page): Summary {
  const known = summaries.get(page)
  if (known) return known
  const summary = noSummary()
  for (const token of Object.values(page)) count(summary, token, 1)
  summaries.set(page, summary)
  return summary
}

function count(summary: Summary, { scope, watches, waits, incident }: Token, by: number): void {
  if (watches === undefined) {
    addTo(summary.alive, scope, by)
    addTo(summary.waits, waits, by)
  } else {
    addTo(summary.watchers, watches, by)
    addTo(summary.watching, waits, by)
  }
  if (incident) summary.incidents += by
}

function addTo<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

function sizeOf({ waits, watching }: Summary): number {
  let size = 0
  for (const number of waits.values()) size += number
  for (const number of watching.values()) size += number
  return size
}
