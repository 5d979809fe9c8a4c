import {
  Accordion,
  Alert,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { toField } from '../app/draft-fields.ts'
import { isNew } from '../draft/is-new.ts'
import type { EditorProps } from '../editor-props.ts'
import { FilterInput } from '../pages/settings/filter-input.tsx'
import { NamedInput } from '../pages/settings/setting-input.tsx'
import { useMade } from '../pages/settings/use-source.ts'
import { usePageTexts } from '../pages/texts.ts'
import { SchemaEditor } from '../schema/schema-editor.tsx'
import { ChartForm } from './chart-form.tsx'
import { Groupings } from './groupings.tsx'
import { Numbers } from './numbers.tsx'
import { Parameters } from './parameters.tsx'
import { Preview } from './preview.tsx'
import classes from './report-editor.module.css'
import { changeSource, type ReportValue } from './report-value.ts'

/** The designer of a report: what it is made of, and beside it what it shows. */
export function Editor({ draft, file }: EditorProps) {
  const t = usePageTexts()
  const value = (draft.files[file]?.value ?? {}) as ReportValue
  const { query = {} } = value
  const source = useMade(draft, query)
  const kind = query.contract === undefined ? 'app' : 'contract'
  const [chosen, setKind] = useState<'app' | 'contract'>(kind)
  const place = { draft, file, value, source }
  const errorAt = (at: string[]) => draft.problemsAt(file, at)[0]?.message
  if (value.sql !== undefined) {
    return (
      <Stack>
        <Alert variant="light">{t.report.notBuilt}</Alert>
        <SchemaEditor draft={draft} file={file} kind="report" />
      </Stack>
    )
  }
  return (
    <div className={classes.editor}>
      <Stack gap="sm">
        <TextInput
          label={t.name}
          value={value.name ?? ''}
          error={errorAt(['name'])}
          onChange={(event) => draft.set(file, ['name'], event.currentTarget.value)}
          required
        />
        <Textarea
          label={t.report.description}
          value={value.description ?? ''}
          onChange={(event) =>
            draft.set(file, ['description'], event.currentTarget.value || undefined)
          }
          autosize
        />
        <Title order={3} size="h5">
          {t.report.source}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t.report.source}
          data={(['app', 'contract'] as const).map((each) => ({
            value: each,
            label: t.settings[each],
          }))}
          value={chosen}
          onChange={(next) => setKind(next as typeof chosen)}
        />
        <NamedInput
          key={chosen}
          draft={draft}
          kind={chosen}
          label={t.settings[chosen]}
          value={query[chosen]}
          error={errorAt(['query', chosen]) ?? errorAt(['query'])}
          onChange={(path) =>
            typeof path === 'string' &&
            draft.edit(changeSource({ file, value }, { [chosen]: path }))
          }
        />
        {(query.app ?? query.contract) && (
          <>
            <FilterInput
              label={t.settings.filter}
              fields={source.fields}
              parameters={Object.entries(value.parameters ?? {}).map(([code, each]) =>
                toField(code, each ?? {}),
              )}
              error={draft.problemsAt(file, ['query', 'filter'], 'within')[0]?.message}
              value={query.filter}
              onChange={(filter) => draft.set(file, ['query', 'filter'], filter)}
            />
            <Groupings {...place} />
            <Numbers {...place} />
            <ChartForm {...place} />
            <Parameters draft={draft} file={file} />
          </>
        )}
        <Accordion variant="separated">
          <Accordion.Item value="all">
            <Accordion.Control>{t.report.all}</Accordion.Control>
            <Accordion.Panel>
              <SchemaEditor draft={draft} file={file} kind="report" />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </Stack>
      <Preview value={value} source={source} isNew={isNew(draft, kind, query[kind])} />
    </div>
  )
}
