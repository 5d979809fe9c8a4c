import type { WorkingWeek } from '../../../definitions/working-hours.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

/** Where the photo of a user is; null if there is none. */
export const photoOf = (id: Sql): Sql => sql`(
  select '/manage/v1/users/' || p.user_id || '/photo?at='
    || floor(extract(epoch from p.photo_at) * 1000)::bigint
  from kontor.user_profiles p where p.user_id = ${id} and p.photo_at is not null)`

export type Profile = { hours: WorkingWeek | null }

const NONE: Profile = { hours: null }

export const findProfile = async (db: Db, user: string): Promise<Profile> =>
  (await db.first(sql<Profile>`
    select hours from kontor.user_profiles where user_id = ${user}`)) ?? NONE

export const saveProfile = (db: Db, user: string, { hours }: Profile) =>
  db.run(sql`
    insert into kontor.user_profiles (user_id, hours)
    values (${user}, ${hours && JSON.stringify(hours)})
    on conflict (user_id) do update set hours = excluded.hours`)

export type Photo = { content: Buffer; type: string; at: Date }

export const findPhoto = (db: Db, user: string): Promise<Photo | undefined> =>
  db.first(sql<Photo>`
    select p.photo as content, p.photo_type as type, p.photo_at as at from kontor.user_profiles p
    join kontor.users u on u.id = p.user_id and u.deleted_at is null
    where p.user_id = ${user} and p.photo is not null`)

export const savePhoto = (db: Db, user: string, { content, type, at }: Photo) =>
  db.run(sql`
    insert into kontor.user_profiles (user_id, photo, photo_type, photo_at)
    values (${user}, ${content}, ${type}, ${at})
    on conflict (user_id) do update set photo = excluded.photo, photo_type = excluded.photo_type,
      photo_at = excluded.photo_at`)

export const deleteProfile = (db: Db, user: string) =>
  db.run(sql`delete from kontor.user_profiles where user_id = ${user}`)

export const deletePhoto = async (db: Db, user: string): Promise<boolean> =>
  (await db.run(sql`
    update kontor.user_profiles set photo = null, photo_type = null, photo_at = null
    where user_id = ${user} and photo is not null`)) > 0

/** The working hours that somebody set for themselves, with their time zone. */
export const findOwnHours = (db: Db, user: string) =>
  db.first(sql<{ hours: WorkingWeek; zone: string }>`
    select p.hours, u.timezone as zone from kontor.user_profiles p
    join kontor.users u on u.id = p.user_id
    where p.user_id = ${user} and p.hours is not null`)
