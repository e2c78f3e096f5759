# The bot as an image; docs/host/containers.md says how to run it. Only the folder of the data can be written.
FROM python:3.11-slim-trixie AS build
RUN python -m venv /opt/tischrand
WORKDIR /source
COPY constraints-hashed.txt .
RUN /opt/tischrand/bin/pip install --no-cache-dir --require-hashes -r constraints-hashed.txt
COPY . .
RUN /opt/tischrand/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim-trixie
RUN useradd --uid 10001 --no-create-home tischrand && install -d -o tischrand -m 700 /data
COPY --from=build /opt/tischrand /opt/tischrand
ENV PATH=/opt/tischrand/bin:$PATH PYTHONDONTWRITEBYTECODE=1 TISCHRAND_DATA=/data TISCHRAND_MONITOR_PORT=9321
USER 10001
WORKDIR /opt/tischrand
VOLUME /data
HEALTHCHECK --start-period=60s --timeout=5s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:9321/health', timeout=4)"]
ENTRYPOINT ["tischrand"]
CMD ["run"]
