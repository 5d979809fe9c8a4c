import type { Any, Kit } from './kit.ts'

/** Objects outside any workspace. Runs in the sandbox. */
export function system(kit: Kit) {
  const hoursOf = (time: Any): string => {
    const minutes = typeof time === 'number' ? time * 60 : time.minutes
    return `${Math.round(minutes)} working minutes`
  }

  const [workspace = '', app] = kit.place.namespace.split('.')

  const System = kit.guarded(
    {
      ...kit.people,
      cache: kit.newCache('System.cache'),
      getBaseUrl: () => kit.place.site ?? '',
      files: kit.guarded(
        {
          search: kit.searchFiles,
          createTemporary: (...given: Any[]) => {
            if (app === undefined) throw new Error('createTemporary needs a process of an app here')
            return kit.newFile(async () => ({ namespace: workspace, code: app }), given)
          },
        },
        'System.files',
      ),
      directories: kit.directories,
      productionSchedule: kit.guarded(
        {
          calcDate: async (from: Any, time: Any) => {
            const input = { from: new kit.Datetime(from).toJSON(), time: hoursOf(time) }
            return new kit.Datetime((await kit.call('calendars.count', { input })).moment)
          },
        },
        'System.productionSchedule',
      ),
    },
    'System',
  )

  Object.assign(globalThis, { System })
  return {}
}
