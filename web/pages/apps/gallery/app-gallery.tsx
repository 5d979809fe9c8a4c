import { useState } from 'react'
import { Link } from 'react-router'
import { LoadMore } from '../../../components/load-more.tsx'
import { Empty, Failure, Loading } from '../../../components/states.tsx'
import { hueOf } from '../../../components/tag.tsx'
import type { Field } from '../../../fields/field.ts'
import { contentOf } from '../../../fields/file.tsx'
import { asList, isEmpty } from '../../../fields/parts.tsx'
import { links } from '../../../links.ts'
import { useList } from '../../../list.ts'
import { useTexts } from '../../../texts/index.ts'
import { CardValue } from '../board/card-value.tsx'
import { useColours } from '../colours.ts'
import { type App, defaultCard, fitsOnCard, type Item } from '../table/fields.ts'
import { askedBy } from '../table/item-list.tsx'
import type { View } from '../table/view.ts'
import classes from './gallery.module.css'

type AppGalleryProps = {
  app: App
  fields: Field[]
  columns: Field[]
  /** Whether somebody has chosen the columns, which are then below the names. */
  isChosen: boolean
  view: View
}

const SIZE = 40

/** Items as pictures with a name and a few fields. */
export function AppGallery({ app, fields, columns, isChosen, view }: AppGalleryProps) {
  const t = useTexts()
  const byCode = (code: string) => fields.find((field) => field.code === code)
  const image = byCode(view.image) ?? fields.find(({ type }) => type === 'IMAGE')
  const defined = view.shared?.card?.flatMap((code) => byCode(code) ?? []).filter(fitsOnCard)
  const chosen = isChosen ? columns.filter(fitsOnCard) : undefined
  const card = chosen ?? defined ?? defaultCard(fields, columns)
  const colours = useColours(view, fields)
  const shown = new Set([...card, ...colours.needs, ...(image ? [image] : [])])
  const asked = askedBy(app, view, [...shown])
  const list = useList(
    'apps',
    'listItems',
    { ...asked, input: { ...asked.input, size: SIZE } },
    {
      rows: ({ result }) => result.result as Item[],
      later: { total: false },
      keep: true,
      fresh: 60_000,
    },
  )
  if (list.error && !list.data) return <Failure error={list.error} again={list.refetch} />
  if (!list.data) return <Loading />
  if (list.rows.length === 0) {
    return <Empty title={t.apps.empty.filtered} hint={t.apps.empty.filteredHint} />
  }
  return (
    <div className={classes.scroller}>
      <ul className={classes.gallery} aria-label={view.shared?.name ?? app.name}>
        {list.rows.map((item) => (
          <Tile
            key={item.__id}
            app={app}
            item={item}
            image={image}
            fields={card}
            hue={colours.hueOf(item)}
          />
        ))}
      </ul>
      <LoadMore {...list} />
    </div>
  )
}

type TileProps = {
  app: App
  item: Item
  image: Field | undefined
  fields: Field[]
  hue: string | undefined
}

function Tile({ app, item, image, fields, hue }: TileProps) {
  const t = useTexts()
  const name = String(item.__name ?? '') || t.apps.unnamed
  const filled = fields.filter(({ code }) => !isEmpty(item[code]))
  return (
    <li>
      <Link className={classes.tile} to={links.item(app.namespace, app.code, item.__id)}>
        {hue && (
          <span
            className={classes.colour}
            style={{ background: `var(--mantine-color-${hue}-5)` }}
            aria-hidden
          />
        )}
        {image && <Picture id={asList<string>(item[image.code])[0]} name={name} />}
        <span className={classes.name}>{name}</span>
        {filled.map((field) => (
          <span key={field.code} className={classes.field} title={field.view.name}>
            <CardValue field={field} value={item[field.code]} />
          </span>
        ))}
      </Link>
    </li>
  )
}

/** Without a picture, the first letter of the name stands in its place. */
function Picture({ id, name }: { id: string | undefined; name: string }) {
  const [isBroken, setBroken] = useState(false)
  if (id === undefined || isBroken) {
    const [letter = ''] = name
    const hue = hueOf((letter.codePointAt(0) ?? 0) + name.length)
    return (
      <span
        className={classes.picture}
        style={{ background: `var(--mantine-color-${hue}-light)` }}
        aria-hidden
      >
        {letter.toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className={classes.picture}
      src={contentOf(id)}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}
