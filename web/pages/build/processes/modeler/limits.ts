import * as options from 'bpmn-js/lib/features/replace/ReplaceOptions'
import { isRunnable, type Target } from './runnable.ts'
import type { Entries, Services, Shape, Update } from './services.ts'

type Option = { actionName: string; target?: Target }

const isOption = (each: unknown): each is Option =>
  typeof (each as Partial<Option> | null)?.actionName === 'string'

/** What each entry of the replace menu makes. */
const TARGETS = new Map(
  Object.values(options)
    .flatMap((each) => (Array.isArray(each) ? each : Object.values(each).flat()))
    .filter(isOption)
    .flatMap(({ actionName, target }) => (target ? [[actionName, target] as const] : [])),
)

/** Markers that the engine does not read. */
const UNREAD = ['toggle-participant-multiplicity', 'toggle-is-collection']

/** What is drawn with one click, and its picture. */
export const MAKES: { name: string; type: string; icon: string; title: string; group: string }[] = [
  {
    name: 'user-task',
    type: 'bpmn:UserTask',
    icon: 'bpmn-icon-user-task',
    title: 'User task',
    group: 'activity',
  },
  {
    name: 'service-task',
    type: 'bpmn:ServiceTask',
    icon: 'bpmn-icon-service-task',
    title: 'Service task',
    group: 'activity',
  },
  {
    name: 'script-task',
    type: 'bpmn:ScriptTask',
    icon: 'bpmn-icon-script-task',
    title: 'Script task',
    group: 'activity',
  },
]

/** Entries of the palette that the engine has no use for, or that are replaced by ours. */
const DROPPED = [
  ...['create.task', 'create.data-object', 'create.data-store', 'create.group'],
  'append.append-task',
]

const LAST = 100

/** Keeps palette, context pad and replace menu to what the engine runs. */
function Limits(
  palette: Services['palette'],
  contextPad: Services['contextPad'],
  popupMenu: Services['popupMenu'],
  services: Pick<Services, 'create' | 'elementFactory' | 'autoPlace' | 'translate'>,
) {
  const { create, elementFactory, autoPlace, translate } = services
  const kept = (entries: Entries): Entries =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => !DROPPED.includes(name)))
  /** At the pointer: the modeller's own way warns about itself. */
  const withReplace = (entries: Entries): Entries => {
    const { replace } = entries as { replace?: object }
    if (!replace) return entries
    const click = ({ x, y }: MouseEvent, shape: Shape) =>
      popupMenu.open(shape, 'bpmn-replace', { x, y: y + 12 }, { search: true, width: 300 })
    return { ...entries, replace: { ...replace, action: { click } } }
  }
  palette.registerProvider(LAST, {
    getPaletteEntries: (): Update => (entries) => {
      const made = MAKES.map(({ name, type, icon, title, group }) => {
        const start = (event: Event) => create.start(event, elementFactory.createShape({ type }))
        const action = { click: start, dragstart: start }
        return [`create.${name}`, { group, className: icon, title: translate(title), action }]
      })
      return { ...kept(entries), ...Object.fromEntries(made) }
    },
  })
  contextPad.registerProvider(LAST, {
    getContextPadEntries: (): Update => (entries) => {
      if (!('append.append-task' in entries)) return withReplace(kept(entries))
      const made = MAKES.slice(0, 2).map(({ name, type, icon, title }) => {
        const click = (_: Event, source: Shape) =>
          autoPlace.append(source, elementFactory.createShape({ type }))
        const dragstart = (event: Event, source: Shape) =>
          create.start(event, elementFactory.createShape({ type }), { source })
        const action = { click, dragstart }
        return [
          `append.${name}`,
          { group: 'model', className: icon, title: translate(title), action },
        ]
      })
      return { ...Object.fromEntries(made), ...withReplace(kept(entries)) }
    },
  })
  popupMenu.registerProvider('bpmn-replace', LAST, {
    getPopupMenuEntries:
      (shape: Shape): Update =>
      (entries) =>
        Object.fromEntries(
          Object.entries(entries).filter(([name]) => {
            const target = TARGETS.get(name)
            return !target || isRunnable(target, startRole(shape))
          }),
        ),
    getPopupMenuHeaderEntries: (): Update => (entries) =>
      Object.fromEntries(Object.entries(entries).filter(([name]) => !UNREAD.includes(name))),
  })
}

function startRole({ businessObject }: Shape) {
  const around = businessObject.$parent
  if (around?.$type !== 'bpmn:SubProcess') return 'start'
  return around.get('triggeredByEvent') === true ? 'handler' : 'inside'
}

function make(
  palette: Services['palette'],
  contextPad: Services['contextPad'],
  popupMenu: Services['popupMenu'],
  create: Services['create'],
  elementFactory: Services['elementFactory'],
  autoPlace: Services['autoPlace'],
  translate: Services['translate'],
) {
  Limits(palette, contextPad, popupMenu, { create, elementFactory, autoPlace, translate })
  return {}
}
make.$inject = [
  'palette',
  'contextPad',
  'popupMenu',
  'create',
  'elementFactory',
  'autoPlace',
  'translate',
]

export const limits = { __init__: ['limits'], limits: ['factory', make] }
