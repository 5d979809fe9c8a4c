import { MultiSelect } from '@mantine/core'
import type { Draft } from '../../draft/use-draft.ts'
import { type StatusGroup, useSource } from '../../pages/settings/use-source.ts'
import { useBuildTexts } from '../../texts.ts'

type PauseStatusesProps = {
  draft: Draft
  /** The apps whose statuses are offered. */
  apps: readonly string[]
  value: string[]
  onChange: (statuses: string[]) => void
  /** Those of the apps before. */
  found?: StatusGroup['statuses']
}

/** In which statuses of its item a clock stands still. One app after another, as each is read for itself. */
export function PauseStatuses({ apps, found = [], ...props }: PauseStatusesProps) {
  const t = useBuildTexts().processes.levels
  const [app, ...others] = apps
  const { groups } = useSource(props.draft, app)
  const all = [...found, ...groups.flatMap(({ statuses }) => statuses)]
  if (others.length > 0) return <PauseStatuses apps={others} found={all} {...props} />
  const names = new Map(all.map(({ code, name }) => [code, name]))
  const { value, onChange } = props
  return (
    <MultiSelect
      size="xs"
      label={t.pauseStatuses}
      description={t.pauseStatusesHint}
      searchable
      nothingFoundMessage={t.noStatuses}
      data={[...new Set([...names.keys(), ...value])].map((code) => ({
        value: code,
        label: names.get(code) || code,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
