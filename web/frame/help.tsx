import { Kbd, Table, Title } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { useTexts } from '../texts/index.ts'
import { DESTINATIONS } from './shortcuts.ts'

/** What the keyboard can do. */
export function Help({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], t.frame.help.palette],
    [['/'], t.tasks.filter.text],
    [['i'], t.frame.help.inbox],
    [['?'], t.frame.help.help],
    ...Object.entries(DESTINATIONS).map(([key, { name }]): [string[], string] => [
      ['g', key],
      t.frame.help.goTo(t.frame.menu[name]),
    ]),
  ]
  const { help } = t.tasks
  const inTasks: [string[], string][] = [
    [['j', 'k', '↓', '↑'], help.move],
    [['Shift', 'j', 'k'], help.extend],
    [['Enter'], help.open],
    [['x'], help.toggle],
    [['Ctrl', 'A'], t.tasks.list.selectAll],
    [['1', '…', '9'], help.exit],
    [['h'], t.tasks.reassign.action],
    [['s'], t.tasks.remind.title(1)],
    [['z'], t.tasks.list.undo],
    [['n'], t.tasks.create.action],
    [['f'], t.tasks.filter.text],
    [['Esc'], t.tasks.list.clear],
  ]
  return (
    <Dialog onClose={onClose} title={t.frame.help.title}>
      <Keys of={rows} />
      <Title order={3} size="h5" mt="md" mb={4}>
        {help.title}
      </Title>
      <Keys of={inTasks} />
    </Dialog>
  )
}

function Keys({ of }: { of: [string[], string][] }) {
  return (
    <Table verticalSpacing={6} withRowBorders={false}>
      <Table.Tbody>
        {of.map(([keys, what]) => (
          <Table.Tr key={what}>
            <Table.Td>{what}</Table.Td>
            <Table.Td ta="right">
              {keys.map((key) => (
                <Kbd key={key} ml={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
