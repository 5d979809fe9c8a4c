import type { StoredApp } from '../../definitions/snapshot.ts'

type Data = Record<string, unknown>

/**
 * The data of an item event without the fields that are hidden from the caller. The log itself
 * has all fields.
 */
export function visibleData(app: StoredApp, data: Data): Data {
  if (app === app.whole) return data
  const pick = (values: unknown) =>
    Object.fromEntries(
      Object.entries((values ?? {}) as Data).filter(
        ([code]) => code.startsWith('__') || app.byCode.has(code),
      ),
    )
  return {
    ...data,
    ...('before' in data && { before: pick(data.before) }),
    ...('after' in data && { after: pick(data.after) }),
  }
}
