import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { complain, say } from '../src/commands/say.ts'

type Command = {
  /** As it is called, such as `npm run crash`. */
  name: string
  about: string
  /** Of what may follow the options, if anything may. */
  positionals?: string
  options: ParseArgsOptionsConfig
  /** One line for each option. */
  help: Record<string, string>
}

/** The options of a test program. `--help` prints what there is, and a mistake is told in a sentence. */
export function readArguments<const C extends Command>(command: C) {
  try {
    const found = parseArgs({
      allowPositionals: command.positionals !== undefined,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } } as C['options'],
    })
    if ((found.values as { help?: boolean }).help) end(0, () => say(helpOf(command)))
    return found
  } catch (error) {
    return end(1, () => complain(`${(error as Error).message}\n\n${helpOf(command)}`))
  }
}

function end(code: number, tell: () => void): never {
  tell()
  process.exit(code)
}

function helpOf({ name, about, positionals, options, help }: Command): string {
  const after = positionals === undefined ? '' : ` [${positionals} …]`
  const lines = Object.entries(options).map(([option, { type, default: usual }]) => {
    const value = type === 'string' ? ` <${option}>` : ''
    const text = `${help[option] ?? ''}${usual === undefined ? '' : ` (${usual})`}`
    return `  ${`--${option}${value}`.padEnd(26)}${text}`
  })
  return [`${name} -- [options]${after}`, '', about, '', ...lines].join('\n')
}
