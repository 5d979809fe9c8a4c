import type { EngineEvent } from './events.ts'
import { passThrough } from './fire.ts'
import { mapped } from './mapping.ts'
import type { Node } from './model.ts'
import { ROOT } from './program.ts'
import { add, place, type Run, record, setVariables } from './run.ts'
import { openProcess } from './scope.ts'
import { listenToAll } from './watchers.ts'

type Start = Extract<EngineEvent, { type: 'start' }>

/** Starts the instance, or returns why it cannot start there. */
export function start(run: Run, { node, part, values = {} }: Start): string | undefined {
  if (run.next > 1) return 'the process has already started'
  const first = node === undefined ? plainStarts(run) : startsAt(run, node)
  const [only] = first
  if (!only) return `the process has no start event ${node ? `"${node}"` : 'without a trigger'}`
  const { outputs } = run.program.facts(only.id)
  const isMapped = outputs.length > 0 && (only.type === 'start' || isHappened(only, node))
  setVariables(run, 0, isMapped ? mapped(run, outputs, values) : values)
  openProcess(
    run,
    first.filter((each) => !isHappened(each, node) && !waitsForMore(each, part)),
  )
  if (waitsForMore(only, part)) waitForOthers(run, only, part)
  else if (isHappened(only, node)) beginAt(run, only)
  return undefined
}

/** The first start event without a trigger; in a process without start events, every first element. */
function plainStarts({ program }: Run): Node[] {
  const { starts } = program.facts(ROOT)
  if (starts.every(({ type }) => type !== 'start')) return starts
  return starts.filter(({ trigger }) => !trigger).slice(0, 1)
}

/** A start event, a receive task that starts the process, or an event after such a gateway. */
function startsAt({ program }: Run, id: string): Node[] {
  const { starts } = program.facts(ROOT)
  const behind = starts
    .filter(({ gateway, isInstantiating }) => gateway && isInstantiating)
    .flatMap(({ outgoing }) => outgoing.map((flow) => program.node(program.flow(flow).target)))
  return [...starts, ...behind].filter((each) => each.id === id)
}

/** What is no start event has happened when the process begins with it. */
const isHappened = ({ type }: Node, wanted: string | undefined): boolean =>
  wanted !== undefined && type !== 'start'

const waitsForMore = ({ isParallelMultiple }: Node, part: number | undefined): boolean =>
  isParallelMultiple === true && part !== undefined

function waitForOthers(run: Run, { id }: Node, part: number | undefined): void {
  const no = add(run, { node: id, scope: 0 })
  record(run, 'entered', no)
  listenToAll(run, no, part)
}

/** The other events of a gateway that needs all of them are waited for. */
function beginAt(run: Run, node: Node): void {
  const { program } = run
  const [gateway] = node.incoming
    .map((flow) => program.node(program.flow(flow).source))
    .filter(({ isParallel }) => isParallel)
  const others = (gateway?.outgoing ?? []).map((flow) => program.flow(flow).target)
  for (const id of others) if (id !== node.id) place(run, { node: id, scope: 0 })
  passThrough(run, node, 0)
}
