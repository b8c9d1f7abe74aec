import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n } from 'i18next';
import type { MessageOut } from '../../core/ports/messages-out.js';
import { inWords } from '../../edge/http/messages.js';
import { projectRoot } from '../../edge/project-root.js';
import { serverTexts } from '../../edge/texts.js';

/** A message as it is read: a text message has no subject of its own. */
export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  /** The code in it, if there is one: the addressee's alone. */
  readonly secret?: string;
}

/**
 * Words our messages, from the texts of the bundle `mail`: `<template>.subject`, `.body`, and `.sms` where the body is too long.
 * A template with a value `code` and no body of its own gets that of all codes.
 */
export class MessageTexts {
  private readonly texts: i18n;

  constructor(private readonly product: string) {
    this.texts = i18next.createInstance();
    void this.texts.init({
      lng: 'en',
      fallbackLng: 'en',
      ns: ['mail'],
      defaultNS: 'mail',
      initAsync: false,
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      resources: serverTexts,
    });
  }

  /** Every message names the product and the simulation. A missing template is a bug. */
  write({ template, lang, values, address }: MessageOut): WrittenMessage {
    if (!this.texts.exists(`mail:${template}.subject`)) throw new Error(`no such message: ${template}`);
    const textValues = { ...inWords(lang, values), product: this.product, lng: lang };
    const subject = this.texts.t(`mail:${template}.subject`, textValues);
    const isSms = address.kind === 'sms';
    const own = isSms && this.texts.exists(`mail:${template}.sms`) ? `mail:${template}.sms` : `mail:${template}.body`;
    // Codes differ in what they are for; what is to be done with them is the same.
    const key = 'code' in values && !this.texts.exists(own) ? (isSms ? 'mail:code.sms' : 'mail:code.body') : own;
    const body = this.texts.t(key, { ...textValues, subject });
    const secret = 'code' in values ? { secret: `${values['code']}` } : {};
    if (isSms) return { subject, text: this.texts.t('mail:frame.sms', { ...textValues, body }), ...secret };
    const frame = [this.texts.t('mail:frame.hello', textValues), body, this.texts.t('mail:frame.foot', textValues)];
    return { subject, text: `${frame.join('\n\n')}\n`, ...secret };
  }
}

/** The same text as HTML: paragraphs and line breaks, everything escaped, nothing to click and nothing to load. */
export function htmlOf({ text }: WrittenMessage): string {
  const paragraphs = escaped(text.trim())
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`);
  const style = 'font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px';
  return `<!doctype html><html><body><div style="${style}">${paragraphs.join('')}</div></body></html>`;
}

function escaped(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? '');
}

/** The letters of this product, which is named in its content. */
export function productTexts(): MessageTexts {
  const brand = readFileSync(join(projectRoot, 'seeds', 'content', 'brand.json'), 'utf8');
  return new MessageTexts((JSON.parse(brand) as { name: string }).name);
}
