import { type ComponentType, lazy } from 'react'
import type { Shape } from './widget.ts'

type Load = () => Promise<Shape<never>>

/** Settings were checked by the server against the type. */
const load = (from: Load) =>
  lazy(async () => ({
    default: (await from()) as unknown as ComponentType<{ name: string; settings: object }>,
  }))

const number = load(async () => (await import('./number.tsx')).NumberWidget)
const report = load(async () => (await import('./report.tsx')).ReportWidget)

/** Each type is a piece of its own, loaded when a page has one. */
export const widgets: Record<string, ComponentType<{ name: string; settings: object }>> = {
  number,
  counter: number,
  report,
  table: report,
  list: load(async () => (await import('./list.tsx')).ListWidget),
  board: load(async () => (await import('./board.tsx')).BoardWidget),
  calendar: load(async () => (await import('./calendar.tsx')).CalendarWidget),
  chart: load(async () => (await import('./chart.tsx')).ChartWidget),
  tasks: load(async () => (await import('./tasks.tsx')).TasksWidget),
  process: load(async () => (await import('./process.tsx')).ProcessWidget),
  text: load(async () => (await import('./text.tsx')).TextWidget),
  files: load(async () => (await import('./files.tsx')).FilesWidget),
  button: load(async () => (await import('./button.tsx')).ButtonWidget),
}

/** Those that say their name themselves, or need none. */
export const BARE = ['button', 'text']
