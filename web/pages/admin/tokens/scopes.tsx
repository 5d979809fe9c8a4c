import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { CheckboxField } from '../../../components/controls.tsx'
import { type Texts, useTexts } from '../texts.ts'
import classes from './tokens.module.css'

type AreaName = keyof Texts['admin']['areas']
type Kind = 'all' | 'read' | 'chosen'

export type Scopes = { kind: Kind; chosen: string[] }

/** As the server has them; null means whatever the owner may. */
export function toScopes({ kind, chosen }: Scopes): string[] | null {
  if (kind === 'all') return null
  return kind === 'read' ? ['*:read'] : chosen
}

type ScopesInputProps = { value: Scopes; onChange: (value: Scopes) => void }

export function ScopesInput({ value, onChange }: ScopesInputProps) {
  const t = useTexts().admin.tokens
  const id = useId()
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500} id={id}>
        {t.scopes}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind: kind as Kind })}
        data={[
          { value: 'all', label: t.scopesAll },
          { value: 'read', label: t.scopesRead },
          { value: 'chosen', label: t.scopesChosen },
        ]}
      />
      {value.kind === 'chosen' && (
        <Areas chosen={value.chosen} onChange={(chosen) => onChange({ ...value, chosen })} />
      )}
    </Stack>
  )
}

type AreasProps = { chosen: string[]; onChange: (chosen: string[]) => void }

function Areas({ chosen, onChange }: AreasProps) {
  const t = useTexts().admin
  const areas = Object.entries(t.areas).toSorted(([, one], [, other]) => one.localeCompare(other))
  const box = (area: string, right: 'read' | 'write', label: string) => {
    const scope = `${area}:${right}`
    return (
      <CheckboxField
        size="xs"
        aria-label={label}
        value={chosen.includes(scope)}
        onChange={(isOn) =>
          onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))
        }
      />
    )
  }
  return (
    <div className={classes.areas}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t.tokens.area}</th>
            <th>{t.tokens.read}</th>
            <th>{t.tokens.write}</th>
          </tr>
        </thead>
        <tbody>
          {areas.map(([area, name]) => (
            <tr key={area}>
              <td>{name}</td>
              <td>{box(area, 'read', t.tokens.readOf(name))}</td>
              <td>{box(area, 'write', t.tokens.writeOf(name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What a token may, in words. */
export function ScopeWords({ scopes }: { scopes: string[] | null }) {
  const t = useTexts().admin
  if (scopes === null) return t.tokens.scopesAll
  if (scopes.length === 1 && scopes[0] === '*:read') return t.tokens.scopesRead
  const words = scopes.map((scope) => {
    const [area = '', right] = scope.split(':')
    const name = area === '*' ? t.anything : (t.areas[area as AreaName] ?? area)
    return right === 'write' ? t.tokens.writeOf(name) : t.tokens.readOf(name)
  })
  return words.join(', ')
}
