import { Kbd, Table } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { useTexts } from '../texts/index.ts'
import { DESTINATIONS } from './shortcuts.ts'

/** What the keyboard can do. */
export function Help({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], t.frame.help.palette],
    [['/'], t.frame.help.search],
    [['i'], t.frame.help.inbox],
    [['?'], t.frame.help.help],
    ...Object.entries(DESTINATIONS).map(([key, { name }]): [string[], string] => [
      ['g', key],
      t.frame.help.goTo(t.frame.menu[name]),
    ]),
  ]
  return (
    <Dialog onClose={onClose} title={t.frame.help.title}>
      <Table verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          {rows.map(([keys, what]) => (
            <Table.Tr key={keys.join()}>
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
    </Dialog>
  )
}
