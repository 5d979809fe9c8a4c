import type { Hours } from '../../../lib/calendar.ts'
import { changesOf, differences, isEmpty } from '../../../lib/changes.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { toWeek } from '../../../lib/working-week.ts'
import type { Context } from '../../../platform/context.ts'
import * as store from '../store/profiles.ts'
import {
  LARGEST_PHOTO,
  type OwnProfile,
  type Person,
  PHOTO_TYPES,
  type ProfileChanges,
} from './operations.ts'
import { getPerson, lockUser, saveOwnColumns } from './service.ts'

type Shown = { user: Person } & OwnProfile

export async function getProfile(ctx: Context): Promise<Shown> {
  const { id } = ctx.user
  return { user: await getPerson(ctx, id), ...(await store.findProfile(ctx.db, id)) }
}

/** Personal settings: none of them affects rights. */
export async function saveProfile(
  ctx: Context,
  { language, timezone, hours }: ProfileChanges,
): Promise<Shown> {
  const user = await lockUser(ctx, ctx.user.id)
  const columns = differences(user, { language, timezone })
  const before = await store.findProfile(ctx.db, user.id)
  const own = differences(before, { hours })
  if (isEmpty(columns) && isEmpty(own)) return getProfile(ctx)
  if (!isEmpty(columns)) await saveOwnColumns(ctx, user, columns)
  if (!isEmpty(own)) await store.saveProfile(ctx.db, user.id, { ...before, ...own })
  await emit(ctx, { ...changesOf(user, columns), ...changesOf(before, own) })
  return getProfile(ctx)
}

/** Locks the user, so that concurrent changes of the photo are serialized. */
export async function savePhoto(ctx: Context, base64: string): Promise<Shown> {
  const content = Buffer.from(base64, 'base64')
  if (content.length > LARGEST_PHOTO) {
    throw invalid(`field "content": expected at most 512 KiB, received ${content.length} bytes`)
  }
  const type = typeOf(content)
  if (!type) throw invalid('field "content": expected a JPEG, PNG or WebP image')
  await lockUser(ctx, ctx.user.id)
  await store.savePhoto(ctx.db, ctx.user.id, { content, type, at: ctx.now() })
  await emit(ctx, { photo: { type, size: content.length } })
  return getProfile(ctx)
}

export async function deletePhoto(ctx: Context): Promise<Shown> {
  if (await store.deletePhoto(ctx.db, ctx.user.id)) await emit(ctx, { photo: null })
  return getProfile(ctx)
}

export async function getPhoto(ctx: Context, user: string): Promise<store.Photo> {
  const photo = await store.findPhoto(ctx.db, user)
  if (!photo) throw notFound('photo of a user', user)
  return photo
}

type PhotoType = (typeof PHOTO_TYPES)[number]

/** By the first bytes: what is sent to browsers is what it is said to be. */
function typeOf(content: Buffer): PhotoType | undefined {
  const starts = (bytes: string, at = 0) =>
    content.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))
  const found: Record<PhotoType, boolean> = {
    'image/jpeg': starts('\xff\xd8\xff'),
    'image/png': starts('\x89PNG\r\n\x1a\n'),
    'image/webp': starts('RIFF') && starts('WEBP', 8),
  }
  return PHOTO_TYPES.find((type) => found[type])
}

export type OwnHours = { week: Hours[]; zone: string }

/** The working hours that somebody set for themselves. */
export async function findOwnHours(ctx: Context, user: string): Promise<OwnHours | undefined> {
  const found = await store.findOwnHours(ctx.db, user)
  return found && { week: toWeek(found.hours), zone: found.zone }
}

const emit = (ctx: Context, changes: object): Promise<void> =>
  ctx.emit({
    type: 'user.profile_changed',
    object: `user:${ctx.user.id}`,
    data: { login: ctx.user.login, changes },
  })
