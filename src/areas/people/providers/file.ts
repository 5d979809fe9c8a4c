import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { inWords } from '../../../lib/zod-words.ts'
import type { Context } from '../../../platform/context.ts'
import { lockMemberships } from '../groups/membership.ts'
import { providers } from './operations.ts'
import { createProvider, deleteProvider, releaseProvider, updateProvider } from './service.ts'
import { listProviders, lockProviders } from './store/providers.ts'

const File = z.strictObject({ providers: z.array(providers.create.input).max(100) })
type ProvidersFile = z.output<typeof File>

export async function readProvidersFile(path: string): Promise<ProvidersFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw wrong(path, error.message)
  })
  const { data, error } = File.safeParse(await parseYaml(path, text), { error: inWords })
  if (data) return data
  const [issue] = error.issues
  throw wrong(path, `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Loaded only where there is such a file. */
async function parseYaml(path: string, text: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(text)
  } catch (error) {
    throw wrong(path, (error as Error).message)
  }
}

const wrong = (path: string, problem: string) =>
  new AppError('invalid', `KONTOR_PROVIDERS: ${path}: ${problem}`)

/**
 * At every start the providers of the file are updated; those of the console stay. One that left the file is
 * deleted last, and only if nobody is linked to it, so that a mistyped code loses no links.
 */
export async function applyProvidersFile(
  ctx: Context,
  { providers: wanted }: ProvidersFile,
): Promise<void> {
  await lockProviders(ctx.db)
  await lockMemberships(ctx)
  const known = await listProviders(ctx.db)
  for (const each of wanted) {
    const before = known.find(({ code }) => code === each.code)
    if (before) await updateProvider(ctx, before.id, { ...each, isFixed: true })
    else await createProvider(ctx, { ...each, isFixed: true })
  }
  const kept = new Set(wanted.map(({ code }) => code))
  for (const { id, code, is_fixed, people } of known) {
    if (!is_fixed || kept.has(code)) continue
    if (people > 0) await releaseProvider(ctx, id)
    else await deleteProvider(ctx, id, true)
  }
}
