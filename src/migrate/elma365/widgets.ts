import { z } from 'zod'
import type { Component } from './package/package.ts'
import { toName } from './text.ts'
import { addressOf, enter, isFit, type World } from './world.ts'

const Widget = z.looseObject({
  descriptor: z.looseObject({ serverScripts: z.string().catch('') }).catch({ serverScripts: '' }),
})

const MOST_NAMED = 20

/** Widgets are drawn by programs of the other product's browser pages; what they ask the server for is named. */
export function convertWidget(world: World, component: Component): void {
  const { say } = enter(world, component, addressOf(component))
  isFit(say, 'component', 'widget')
  const methods = methodsIn(Widget.safeParse(component.body).data?.descriptor.serverScripts ?? '')
  if (methods.length === 0) return
  const names = methods.slice(0, MOST_NAMED).join(', ')
  const why = `${names}: their widget does not come; what is still needed can be a route of a module`
  say('by hand', 'server methods', why)
}

/** What `Server.rpc` can call. */
const methodsIn = (program: string): string[] =>
  Array.from(program.matchAll(/^\s*(?:export\s+)?async\s+function\s+(\w+)/gm), ([, name = '']) =>
    toName(name, ''),
  )
