/** Codes of fields that every list has. */
export const ID = '__id'
export const DELETED_AT = '__deletedAt'
export const STATUS = '__status'
