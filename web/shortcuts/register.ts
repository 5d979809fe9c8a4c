/**
 * Every shortcut of the console, by where it works. A press is written as `KeyboardEvent.code` names
 * the key; `Ctrl` is Cmd on a Mac; two presses with a blank between them come one after the other.
 * The help sheet shows all of them, and `useShortcuts` takes an action for each.
 */
export const SHORTCUTS = {
  frame: {
    palette: ['Ctrl+KeyK', 'Slash'],
    inbox: ['KeyI'],
    help: ['Shift+Slash'],
    tasks: ['KeyG KeyT'],
    processes: ['KeyG KeyP'],
    files: ['KeyG KeyF'],
    channels: ['KeyG KeyC'],
    people: ['KeyG KeyU'],
    reports: ['KeyG KeyR'],
  },
  tasks: {
    next: ['KeyJ', 'ArrowDown'],
    previous: ['KeyK', 'ArrowUp'],
    pageDown: ['PageDown'],
    pageUp: ['PageUp'],
    first: ['Home'],
    last: ['End'],
    extend: [
      ...['Shift+KeyJ', 'Shift+ArrowDown', 'Shift+KeyK', 'Shift+ArrowUp'],
      ...['Shift+PageDown', 'Shift+PageUp', 'Shift+Home', 'Shift+End'],
    ],
    open: ['Enter'],
    toggle: ['KeyX'],
    selectAll: ['Ctrl+KeyA'],
    exit: ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `Digit${digit}`),
    handOver: ['KeyH'],
    remind: ['KeyS'],
    undo: ['KeyZ', 'Ctrl+KeyZ'],
    create: ['KeyN'],
    search: ['KeyF'],
    clear: ['Escape'],
  },
  palette: {
    move: ['ArrowDown', 'ArrowUp'],
    open: ['Enter'],
    close: ['Escape'],
  },
  search: { leave: ['Escape'] },
  lists: { move: ['ArrowDown', 'ArrowUp'] },
  table: {
    move: ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'],
    cell: ['ArrowRight', 'ArrowLeft'],
    edit: ['F2', 'Enter'],
    select: ['Space'],
    extend: ['Shift+Space'],
    extendTo: [
      ...['Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+PageDown'],
      ...['Shift+PageUp', 'Shift+Home', 'Shift+End'],
    ],
    resize: ['ArrowRight', 'ArrowLeft'],
  },
  value: {
    edit: ['F2'],
    save: ['Enter', 'Ctrl+Enter'],
    next: ['Tab', 'Shift+Tab'],
    cancel: ['Escape'],
  },
  board: {
    lift: ['Space'],
    move: ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'],
    cancel: ['Escape'],
    open: ['Enter'],
  },
  timeline: {
    move: ['ArrowRight', 'ArrowLeft'],
    extend: ['Shift+ArrowRight', 'Shift+ArrowLeft'],
  },
  item: { edit: ['KeyE'] },
  form: { save: ['Ctrl+Enter'] },
  messages: {
    send: ['Enter'],
    line: ['Shift+Enter'],
    person: ['ArrowDown', 'ArrowUp'],
    mention: ['Enter', 'Tab'],
    dismiss: ['Escape'],
  },
  build: {
    undo: ['Ctrl+KeyZ'],
    redo: ['Ctrl+Shift+KeyZ', 'Ctrl+KeyY'],
  },
  code: {
    indent: ['Tab'],
    outdent: ['Shift+Tab'],
    line: ['Enter'],
    leave: ['Escape'],
  },
  option: { add: ['Enter'] },
  rules: {
    move: ['ArrowUp', 'ArrowDown'],
    next: ['Enter'],
    add: ['Ctrl+Enter'],
  },
  hours: { take: ['Enter'] },
  widget: {
    move: ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'],
    resize: ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

export type Section = keyof typeof SHORTCUTS
export type ShortcutOf<S extends Section> = keyof (typeof SHORTCUTS)[S] & string

type Pressed = {
  code: string
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The press of an event, as the register writes it. */
export function pressOf(event: Pressed): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const sign = SIGNS[event.key]
  if (sign !== undefined && !ctrlKey && !metaKey && !altKey) return sign
  const modifiers = [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : '']
  return [...modifiers.filter((each) => each !== ''), keyOf(event)].join('+')
}

/** Wherever a layout has these. */
const SIGNS: Record<string, string> = { '/': 'Slash', '?': 'Shift+Slash' }

/** A Latin letter is what its key says; a layout without one has the letter at the usual place. */
function keyOf({ code, key }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  return code.replace(/^Numpad(\d)$/, 'Digit$1').replace('NumpadEnter', 'Enter')
}

/** Which of its presses an event is, for what listens to its own element only; -1 = none. */
export const shortcutAt = <S extends Section>(
  event: Pressed,
  section: S,
  name: ShortcutOf<S>,
): number => pressesOf(section, name).indexOf(pressOf(event))

export const isShortcut = <S extends Section>(
  event: Pressed,
  section: S,
  name: ShortcutOf<S>,
): boolean => shortcutAt(event, section, name) >= 0

/** What the press of an event stands for, in the order in which the register has the presses. */
export const stepOf = <S extends Section, Step>(
  event: Pressed,
  [section, name]: [section: S, name: ShortcutOf<S>],
  steps: readonly Step[],
): Step | undefined => steps[shortcutAt(event, section, name)]

export const pressesOf = <S extends Section>(section: S, name: ShortcutOf<S>): readonly string[] =>
  (SHORTCUTS[section] as Record<string, readonly string[]>)[name] ?? []

const CAPS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Slash: '/',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
}

/** A press as keys are labelled: `Ctrl+KeyK` is Ctrl, K. */
export const capsOf = (press: string): string[] =>
  press === 'Shift+Slash'
    ? ['?']
    : press.split(/[+ ]/).map((part) => CAPS[part] ?? part.replace(/^(Key|Digit)/, ''))
