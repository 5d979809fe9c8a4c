import { Stack, Text } from '@mantine/core'
import { NamedList } from '../../named-list.tsx'
import { Choice, Several } from '../../pages/settings/setting-input.tsx'
import { useSource } from '../../pages/settings/use-source.ts'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import { appIn } from '../draft-fields.ts'
import type { AppPartProps } from '../part.ts'
import { type DraftView, firstView, TYPES, type ViewType } from './draft-view.ts'
import { ViewSettings } from './view-settings.tsx'
import classes from './views.module.css'

/** The columns of the list, and the views that everybody finds above it. */
export function ViewsTab(props: AppPartProps) {
  const t = useBuildTexts().app.views
  const { draft, file } = props
  const { namespace, code } = appIn(file)
  const source = useSource(draft, `${namespace}/${code}`)
  const settings = (settingAt({ draft, file, at: [] }) ?? {}) as {
    views?: Record<string, DraftView>
    columns?: string[]
    defaultView?: string
  }
  const views = Object.entries(settings.views ?? {})
  const errorIn = (key: string) => draft.problemsAt(file, [key], 'within')[0]?.message
  const dates = source.fields.filter(({ type, kind }) => type === 'DATETIME' && kind !== 'time')
  return (
    <Stack gap="md">
      <div className={classes.whole}>
        <Several
          label={t.columns}
          data={source.fields.map((field) => ({ value: field.code, label: field.name }))}
          value={settings.columns}
          error={errorIn('columns')}
          onChange={(columns) => draft.set(file, ['columns'], columns)}
        />
        <Choice
          label={t.first}
          data={views.map(([each, view]) => ({ value: each, label: view?.name || each }))}
          value={settings.defaultView}
          error={errorIn('defaultView')}
          onChange={(next) => draft.set(file, ['defaultView'], next)}
        />
      </div>
      <Text size="sm" c="var(--quiet)">
        {t.hint}
      </Text>
      <div>
        <NamedList<DraftView>
          label={t.title}
          place={{ draft, file, at: ['views'] }}
          about={({ type }) => <span className={classes.quiet}>{type && t.types[type]}</span>}
          removeLabel={t.remove}
          add={{
            nameLabel: t.newName,
            typeLabel: t.type,
            submit: t.add,
            types: TYPES.map((value) => ({ value, label: t.types[value] })),
            firstType: 'table',
            code: 'view',
            make: (name, type) => firstView(name, type as ViewType, dates[0]?.code),
            isOpened: () => true,
          }}
        >
          {(view, each) => <ViewSettings {...props} source={source} code={each} view={view} />}
        </NamedList>
      </div>
    </Stack>
  )
}
