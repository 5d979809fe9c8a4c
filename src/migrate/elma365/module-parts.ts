import { toFree } from './text.ts'

/** What a module has in its file. */
export type ModuleParts = {
  scripts: Record<string, string>
  actions: Record<string, object>
  routes: Record<string, object>
  handlers: Record<string, object>
}

/** Adds a program; its code is free. */
export function addScript({ scripts }: ModuleParts, code: string, program: string): string {
  const free = toFree(code, (each) => Object.hasOwn(scripts, each))
  scripts[free] = program
  return free
}
