import { useEffect } from 'react';
import { CHAT_SPECIMENS } from './chats';
import { FORM_SPECIMENS } from './forms';
import { LIVE_SPECIMENS } from './live';
import { SPECIMENS } from './specimens';
import styles from './Gallery.module.css';

/** Every component in both themes side by side. For those who build screens: development only, in English. */
export default function Gallery() {
  useEffect(() => {
    document.title = 'Gallery';
  }, []);
  return (
    <div className={styles.gallery}>
      <h1>Gallery</h1>
      <Tokens />
      {[...SPECIMENS, ...FORM_SPECIMENS, ...CHAT_SPECIMENS, ...LIVE_SPECIMENS].map(({ of, show: Show }) => (
        <section key={of.join()} data-specimen={of.join(' ')}>
          <h2>{of.join(', ')}</h2>
          <div className={styles.pair}>
            {(['light', 'dark'] as const).map((theme) => (
              <div key={theme} data-theme={theme} className={styles.stage}>
                <Show />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const COLOURS =
  'bg surface surface-2 surface-3 line line-strong control text text-2 text-3 accent accent-soft green green-soft red red-soft warn warn-soft skeleton';
const SIZES = ['xs', 's', 'm', 'l', 'xl', '2xl'];

function Tokens() {
  return (
    <section>
      <h2>Tokens</h2>
      <div className={styles.pair}>
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme} className={styles.stage}>
            <div className={styles.swatches}>
              {COLOURS.split(' ').map((name) => (
                <figure key={name}>
                  <i style={{ background: `var(--${name})` }} />
                  <figcaption>{name}</figcaption>
                </figure>
              ))}
            </div>
            {SIZES.map((size) => (
              <p key={size} style={{ fontSize: `var(--text-${size})` }}>
                {size}: 0123456789.42 BTC/USDT ¥€ 価格 가격 ราคา giá 价格 價格
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
