import { Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { client, type ReplyOf } from '../../../client.ts'
import { Choose } from '../../../components/choose.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'

type Preview = ReplyOf<'drafts', 'preview'>['preview']

/** What somebody could see and do if the draft were published. */
export function SeeAs({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useBuildTexts().shell.seeAs
  const [ids, setIds] = useState<string[]>([])
  const [shown, setShown] = useState<Preview>()
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const show = async () => {
    const [user] = ids
    if (user === undefined) return
    setPending(true)
    try {
      await draft.flush()
      const request = { params: { id: draft.id }, input: { user } }
      setShown((await client.drafts.preview(request)).preview)
    } catch (refused) {
      setError(refused as Error)
    } finally {
      setPending(false)
    }
  }
  return (
    <FormModal
      title={t.title}
      size="xl"
      submit={t.show}
      change={{ isPending, error, reset: () => setError(null) }}
      isDisabled={ids.length === 0}
      onSubmit={() => void show()}
      onClose={onClose}
    >
      <Choose source="users" label={t.who} value={ids} onChange={setIds} isSingle required />
      {shown ? <Shown preview={shown} /> : <Text size="sm">{t.hint}</Text>}
    </FormModal>
  )
}

function Shown({ preview: { apps, pages, reports, processes } }: { preview: Preview }) {
  const t = useBuildTexts().shell.seeAs
  const words = t.rights as Record<string, string>
  const said = (all: readonly string[]) => all.map((each) => words[each] ?? each).join(', ')
  return (
    <Stack gap="sm">
      <Table aria-label={t.apps} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {[t.apps, t.may, t.mayOwn, t.hidden, t.readOnly].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apps.map(
            ({ namespace, code, name, rights, ownRights, hiddenFields, readOnlyFields }) => (
              <Table.Tr key={`${namespace}/${code}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{said(rights) || t.nothing}</Table.Td>
                <Table.Td>{said(ownRights)}</Table.Td>
                <Table.Td>{hiddenFields.join(', ')}</Table.Td>
                <Table.Td>{readOnlyFields.join(', ')}</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
      <Line title={t.pages} names={pages.filter((page) => page.shown.length > 0)} />
      <Line title={t.reports} names={reports.filter(({ isAllowed }) => isAllowed)} />
      <Line title={t.processes} names={processes.filter(({ isAllowed }) => isAllowed)} />
    </Stack>
  )
}

const Line = ({ title, names }: { title: string; names: readonly { name: string }[] }) => (
  <Text size="sm">
    {title}: {names.map(({ name }) => name).join(', ') || '—'}
  </Text>
)
