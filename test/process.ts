import type { startApp } from './app.ts'
import { solution } from './solution.ts'

type Started = Awaited<ReturnType<typeof startApp>>

/** The elements of a process as a diagram, without the drawing. */
export const diagram = (elements: string, outside = ''): string => `<definitions
  xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn"
  id="definitions" targetNamespace="urn:test">
  ${outside}
  <process id="process" isExecutable="true">${elements}</process>
</definitions>`

let flows = 0

/** `start -> check -> end`: flows between elements; `check:yes -> end` names an exit. */
export const flow = (text: string): string =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const steps = line.split('->').map((step) => step.trim())
      return steps.slice(1).map((target, at) => {
        const [source = '', name] = (steps[at] ?? '').split(':')
        const id = name ? `${source}_${name}` : `flow_${++flows}`
        const named = name ? ` name="${name}"` : ''
        return `<sequenceFlow id="${id}"${named} sourceRef="${source}" targetRef="${target.split(':')[0]}" />`
      })
    })
    .join('\n')

/** A process whose only step, `ask`, is an action of a module; variables keep their names in it. */
export const actionDiagram = (
  action: `${string}/${string}`,
  mapped: { in?: string; out: string },
): string => {
  const [module, code] = action.split('/')
  const mappings = Object.entries(mapped).map(
    ([direction, name]) =>
      `<kontor:mapping direction="${direction}" source="${name}" target="${name}" />`,
  )
  return diagram(`<startEvent id="start" />
  <serviceTask id="ask" kontor:step="ca"><extensionElements>
    <kontor:settings>
      <kontor:setting name="module" value="${module}" /><kontor:setting name="action" value="${code}" />
    </kontor:settings>
    <kontor:mappings>${mappings.join('')}</kontor:mappings>
  </extensionElements></serviceTask>
  <endEvent id="end" />${flow('start -> ask -> end')}`)
}

export type ProcessFiles = Record<string, { yaml?: string; bpmn: string }>

/** A solution of one workspace with these processes and other files. */
export const processSolution = (
  code: string,
  processes: ProcessFiles,
  files: Record<string, string> = {},
) =>
  solution(code, {
    ...files,
    ...Object.fromEntries(
      Object.entries(processes).flatMap(([name, { yaml = '', bpmn }]) => [
        [`workspaces/${code}/processes/${name}.yaml`, `name: ${name}\n${yaml}`],
        [`workspaces/${code}/processes/${name}.bpmn`, bpmn],
      ]),
    ),
  })

export const applyProcesses = (
  { as, admin }: Started,
  ...args: Parameters<typeof processSolution>
) => as(admin).solutions.apply({ input: { files: processSolution(...args) } })

type Task = { __id: string; state: string; __name: string } & Record<string, unknown>

/** The open tasks of an instance, the oldest first. */
export const openTasks = (instance: Record<string, unknown>): Task[] =>
  Object.values(instance.__tasks as Record<string, Task>)
    .filter(({ state }) => state === 'assignment' || state === 'in_progress')
    .sort((a, b) => (a.__id < b.__id ? -1 : 1))

const TIMEOUT = 50_000

/** Polls until the answer passes the test. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
): Promise<T> {
  const end = Date.now() + TIMEOUT
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(answer)?.slice(0, 2000)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
