import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { invalid } from '../../../lib/errors.ts'
import type { Row } from '../../../lib/transfer.ts'
import type { Job } from './job.ts'
import { listUsers } from './users.ts'

/** A node of the tree that a script of the portal wrote down, alone or with what is below it. */
type Node = {
  id: string
  name: string
  type: string
  parent?: string | null | undefined
  children?: Node[] | undefined
}
const Node: z.ZodType<Node> = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  parent: z.uuid().nullish(),
  get children() {
    return z.array(Node).optional()
  },
})

/**
 * Portals show who holds which position, and no tree: whoever has it from a script gives it as a file.
 * Without it, people are put on the positions that are here under the same id.
 */
export async function bringOrgChart(job: Job): Promise<void> {
  const holders = await listHolders(job)
  const known = job.options.orgChart === undefined ? [] : await readTree(job.options.orgChart)
  const units = known.map((node) => ({ ...toUnit(node, known), users: holders.get(node.id) ?? [] }))
  const inTree = new Set(known.map(({ id }) => id))
  const others = [...holders].filter(([id]) => !inTree.has(id))
  const rows: Row[] = [...units, ...others.map(([id, users]) => ({ id, users }))]
  if (rows.length > 0) await job.target.store({ kind: 'units', rows }, job.state.ids)
  job.progress.done('org chart', rows.length)
}

async function listHolders({ portal }: Job): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>()
  for await (const users of listUsers(portal)) {
    for (const { __id, osIds } of users) {
      for (const position of Array.isArray(osIds) ? osIds.map(String) : []) {
        holders.set(position, [...(holders.get(position) ?? []), String(__id)])
      }
    }
  }
  return holders
}

/** Flat, parents first. */
async function readTree(file: string): Promise<Node[]> {
  const read = z.union([Node, z.array(Node)]).safeParse(parse(await readFile(file, 'utf8')))
  if (!read.success) {
    throw invalid(`${file} is no org chart: expected nodes with id, name, type and parent`)
  }
  const flat = [read.data].flat().flatMap((node) => flatten(node, node.parent ?? null))
  const byId = new Map(flat.map((node) => [node.id, node]))
  const depthOf = (node: Node): number => pathOf(node, byId).length
  return flat.sort((one, other) => depthOf(one) - depthOf(other))
}

const flatten = ({ children = [], ...node }: Node, parent: string | null): Node[] => [
  { ...node, parent },
  ...children.flatMap((child) => flatten(child, node.id)),
]

/** Everything above a node, the nearest first. A node that stands above itself ends it. */
function pathOf(node: Node, byId: ReadonlyMap<string, Node>): Node[] {
  const path: Node[] = []
  for (let at = above(node, byId); at && at !== node && !path.includes(at); at = above(at, byId)) {
    path.push(at)
  }
  return path
}

const above = ({ parent }: Node, byId: ReadonlyMap<string, Node>) => byId.get(parent ?? '')

const isDepartment = ({ type }: Node): boolean => type.toUpperCase() === 'DEPARTMENT'

/** Here positions are in departments, and whoever has others below heads theirs. */
function toUnit(node: Node, all: readonly Node[]): Row {
  const byId = new Map(all.map((each) => [each.id, each]))
  const department = pathOf(node, byId).find(isDepartment)
  return {
    ...{ id: node.id, name: node.name, kind: isDepartment(node) ? 'department' : 'position' },
    parent: department?.id ?? null,
    isHead: !isDepartment(node) && all.some(({ parent }) => parent === node.id),
    sort: all.filter(({ parent }) => parent === node.parent).indexOf(node),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
