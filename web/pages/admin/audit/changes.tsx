import { Text } from '@mantine/core'
import { useTexts } from '../texts.ts'
import { Value } from '../value.tsx'
import classes from './audit.module.css'

type Data = Record<string, unknown>

const asObject = (value: unknown): Data | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : undefined

/** What an event says: before and after where it changed something, what it knows otherwise. */
export function Changes({ data }: { data: Data }) {
  const t = useTexts().admin.audit
  const { before, after, ...rest } = data
  const [was, is] = [asObject(before), asObject(after)]
  const others = was || is ? rest : data
  const keys = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
  if (keys.length === 0 && Object.keys(others).length === 0) {
    return (
      <Text size="sm" mb="xs" c="var(--quiet)">
        {t.noData}
      </Text>
    )
  }
  return (
    <>
      {keys.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th>{t.field}</th>
              <th>{t.before}</th>
              <th>{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <td>
                  <FieldName code={key} />
                </td>
                <td>
                  <Value value={was?.[key]} />
                </td>
                <td>
                  <Value value={is?.[key]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts facts={others} />
    </>
  )
}

function Facts({ facts }: { facts: Data }) {
  const entries = Object.entries(facts)
  if (entries.length === 0) return null
  return (
    <table className={classes.changes}>
      <tbody>
        {entries.map(([key, value]) => (
          <tr key={key}>
            <td>
              <FieldName code={key} />
            </td>
            <td>
              <Value value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields of the system have names in every app; others are known by their codes. */
function FieldName({ code }: { code: string }) {
  const t = useTexts().items
  return (t.systemFields as Record<string, string>)[code] ?? code
}
