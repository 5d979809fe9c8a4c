import { Kbd, Table, Title } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { capsOf, SHORTCUTS } from '../shortcuts/register.ts'
import { useTexts } from '../texts/index.ts'
import classes from './help.module.css'

/** What the keyboard can do: all of the register. */
export function Help({ onClose }: { onClose: () => void }) {
  const t = useTexts().shortcuts
  return (
    <Dialog onClose={onClose} title={t.title}>
      {Object.entries(SHORTCUTS).map(([section, shortcuts]) => {
        const texts: Record<string, string> = t.actions[section as keyof typeof SHORTCUTS]
        return (
          <section key={section}>
            <Title order={3} size="h5" mt="md" mb={4}>
              {t.sections[section as keyof typeof SHORTCUTS]}
            </Title>
            <Table verticalSpacing={4} withRowBorders={false}>
              <Table.Tbody>
                {Object.entries(shortcuts).map(([name, presses]) => (
                  <Row key={name} what={texts[name] ?? name} presses={shorten(presses)} />
                ))}
              </Table.Tbody>
            </Table>
          </section>
        )
      })}
    </Dialog>
  )
}

/** A row of digits says where it begins and where it ends. */
const shorten = (presses: readonly string[]): (string | undefined)[] =>
  presses.length > 4 && /Digit/.test(presses[0] ?? '')
    ? [presses[0], undefined, presses.at(-1)]
    : [...presses]

function Row({ what, presses }: { what: string; presses: (string | undefined)[] }) {
  return (
    <Table.Tr>
      <Table.Td>{what}</Table.Td>
      <Table.Td ta="right" w="50%">
        {presses.map((press) => (
          <span key={press ?? '…'} className={classes.press}>
            {press === undefined
              ? '…'
              : capsOf(press).map((cap) => (
                  <Kbd key={cap} ml={4}>
                    {cap}
                  </Kbd>
                ))}
          </span>
        ))}
      </Table.Td>
    </Table.Tr>
  )
}
