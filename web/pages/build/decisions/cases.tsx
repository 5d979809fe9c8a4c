import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Tag } from '../../../components/tag.tsx'
import { type Draft, useDraftFile } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import { CellInput } from './cell-input.tsx'
import classes from './decisions.module.css'
import { moveInGrid } from './grid-keys.ts'
import { fromText, spelled, toText } from './values.ts'

type Case = { name?: string; given?: Record<string, unknown>; expect?: unknown }
type CasesProps = {
  draft: Draft
  file: string
  isThere: boolean
  /** Names of the input data. */
  inputs: string[]
  /** The table has no errors, so that cases can be run. */
  isRun: boolean
}

/** What must come out, and whether it does: the server runs them with every change. */
export function Cases({ draft, file, isThere, inputs, isRun }: CasesProps) {
  const t = useBuildTexts().decisions
  const add = (at: number) => {
    const value = { given: {}, expect: null }
    draft.edit([
      isThere
        ? { file, op: 'insert', at: ['cases', at], value }
        : { file, op: 'create', value: { cases: [value] } },
    ])
  }
  return (
    <section className={classes.table} aria-label={t.cases}>
      <Title order={2}>{t.cases}</Title>
      <Text size="sm" c="var(--quiet)">
        {t.casesHint}
      </Text>
      {isThere ? (
        <CaseGrid {...{ draft, file, inputs, isRun, add }} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => add(0)}>
            {t.addCase}
          </Button>
        </Group>
      )}
    </section>
  )
}

type CaseGridProps = Omit<CasesProps, 'isThere'> & { add: (at: number) => void }

function CaseGrid({ draft, file, inputs, isRun, add }: CaseGridProps) {
  const t = useBuildTexts().decisions
  const content = useDraftFile(draft, file)
  const { cases = [] } = (content?.value ?? {}) as { cases?: Case[] }
  const failures = failuresIn(draft, file)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the inputs in it */}
      <div className={classes.scroll} onKeyDown={(event) => moveInGrid(event)}>
        <table className={classes.grid} aria-label={t.cases}>
          <thead>
            <tr>
              <th>{t.caseName}</th>
              {inputs.map((name) => (
                <th key={name}>{name}</th>
              ))}
              <th data-output>{t.expect}</th>
              <th>{t.result}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {cases.map((each, row) => (
              <CaseRow
                // biome-ignore lint/suspicious/noArrayIndexKey: cases have no other name
                key={row}
                {...{ draft, file, inputs, row, isRun }}
                of={each}
                failure={failures.get(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => add(cases.length)}
        >
          {t.addCase}
        </Button>
      </Group>
    </>
  )
}

/** The server says `case 2 (its name): why`. */
function failuresIn(draft: Draft, file: string): Map<number, string> {
  const found = draft.problems
    .filter((each) => each.file === file)
    .flatMap(({ message }) => {
      const [, number, why] = /^case (\d+)(?: \(.*?\))?: ([\s\S]*)$/.exec(message) ?? []
      return number && why ? [[Number(number) - 1, why] as const] : []
    })
  return new Map(found)
}

type CaseRowProps = Omit<CasesProps, 'isThere'> & {
  of: Case
  row: number
  failure: string | undefined
}

function CaseRow({ draft, file, inputs, isRun, of, row, failure }: CaseRowProps) {
  const t = useBuildTexts().decisions
  const at = (...keys: string[]) => ['cases', row, ...keys]
  const cell = (column: string, value: string, onChange: (text: string) => void) => (
    <CellInput
      label={t.caseCell(row + 1, column)}
      spell={column === t.caseName ? undefined : spelled}
      {...{ value, row, column, onChange }}
    />
  )
  return (
    <>
      <tr data-wrong={failure !== undefined || undefined}>
        <td>
          {cell(t.caseName, of.name ?? '', (text) =>
            draft.set(file, at('name'), text === '' ? undefined : text),
          )}
        </td>
        {inputs.map((name) => (
          <td key={name}>
            {cell(name, toText(of.given?.[name]), (text) =>
              draft.set(file, at('given', name), fromText(text)),
            )}
          </td>
        ))}
        <td data-output>
          {cell(t.expect, toText(of.expect), (text) =>
            draft.set(file, at('expect'), fromText(text) ?? null),
          )}
        </td>
        <td>
          <CaseResult isRun={isRun} hasFailed={failure !== undefined} />
        </td>
        <td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.removeCase(row + 1)}
            onClick={() => draft.set(file, at(), undefined)}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </td>
      </tr>
      {failure && (
        <tr>
          <td colSpan={inputs.length + 4} className={classes.wrong}>
            {t.caseOf(row + 1)}: {failure}
          </td>
        </tr>
      )}
    </>
  )
}

function CaseResult({ isRun, hasFailed }: { isRun: boolean; hasFailed: boolean }) {
  const t = useBuildTexts().decisions
  if (hasFailed) return <Tag state="failed">{t.fails}</Tag>
  if (isRun) return <Tag state="fine">{t.holds}</Tag>
  return (
    <span title={t.unknownHint}>
      <Tag state="waiting">{t.unknown}</Tag>
    </span>
  )
}
