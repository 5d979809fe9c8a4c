import type { Edit } from '../../draft/types.ts'
import type { ClockValue } from './clock-form.tsx'

type Renamed = { from: string; to: string }

/** The edits with which clocks name an element as it is called now. */
export const followRename = (
  file: string,
  clocks: Record<string, ClockValue | null>,
  { from, to }: Renamed,
): Edit[] =>
  Object.entries(clocks).flatMap(([code, clock]): Edit[] => {
    const paused = clock?.pause ?? []
    return [
      ...(clock?.step === from
        ? [{ file, op: 'set', at: ['sla', code, 'step'], value: to } as const]
        : []),
      ...paused.flatMap((each, at): Edit[] =>
        each === from ? [{ file, op: 'set', at: ['sla', code, 'pause', at], value: to }] : [],
      ),
    ]
  })
